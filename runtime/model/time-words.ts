/** Words that name a time, in several languages. */

// Other spellings of these, as used by loggers and spreadsheets, in any case and with any separator.
export const INSTANTS = new Set([
  ...["time", "datetime", "dateandtime", "date&time", "timestamp", "timestamps"],
  ...["datumzeit", "datumuhrzeit", "datumundzeit", "datumunduhrzeit", "zeitstempel"],
]);
export const UTC_INSTANTS = new Set(["timeutc", "dateutc", "datetimeutc", "timestamputc", "utctime", "utcdatetime"]);
export const DAYS = new Set([
  ...[
    "date",
    "datum",
    "fecha",
    "tarih",
    "d\u00e1tum",
    "p\u00e4iv\u00e4",
    "p\u00e4iv\u00e4m\u00e4\u00e4r\u00e4",
    "pvm",
    "\u0434\u0430\u0442\u0430",
  ],
  ...["\u65e5\u4ed8", "\u65e5\u671f", "\ub0a0\uc9dc"],
  // The beginning of an interval. [Fluvius; German grid operators]
  ...["vandatum", "abdatum"],
  // The form of its digits. [KNMI, M\u00e9t\u00e9o-France]
  ...["yyyymmdd", "jjjjmmtt", "aaaammjj"],
]);
/** Days in a table, where another column is a time of day: otherwise data. */
export const DAYS_BESIDE_CLOCKS = new Set(["data", "dato"]);
export const CLOCKS = new Set([
  ...["zeit", "uhrzeit", "heure", "hora", "tijd", "tijdstip", "ora", "orario", "godzina", "saat", "kello", "\u00f3ra"],
  ...["klockslag", "klokkeslett", "klokkesl\u00e6t", "\u6642\u523b", "vantijdstip", "abzeit"],
]);
/**
 * Words for time that are a table's time, or its time of day; in an object they are one of `OTHER_INSTANTS`. [Swedish,
 * Danish and Norwegian, Czech and Slovak, Polish, Finnish, Hungarian, Russian, Japanese, Chinese, Korean]
 */
export const WORDS_FOR_TIME = new Set([
  ...[
    "tid",
    "\u010das",
    "czas",
    "aika",
    "id\u0151",
    "\u0432\u0440\u0435\u043c\u044f",
    "\u65e5\u6642",
    "\u65e5\u671f\u65f6\u95f4",
    "\u65f6\u95f4",
    "\u6642\u9593",
    "\uc2dc\uac04",
    "\uc77c\uc2dc",
  ],
  ...[
    "\u0434\u0430\u0442\u0430\u0432\u0440\u0435\u043c\u044f",
    "\u0434\u0430\u0442\u0430\u0438\u0432\u0440\u0435\u043c\u044f",
    "tarihsaat",
    "datumtid",
    "datoogtid",
    "datumochtid",
    "horodate",
    "timestring",
    "devicetimestamp",
  ],
]);
/** Hours of the day, in a table with a column for the day. [Meteostat] */
export const HOURS = new Set(["hour", "hr", "hh", "stunde", "std", "uur", "timme", "tunti", "\u0447\u0430\u0441"]);
/** Columns beside a day that hold a duration, although their cells look like a time of day. */
export const DURATIONS = /run|dur|elaps|uptime|laufzeit|dauer|betrieb/i;
export const LONGEST_NAME = 40;

/**
 * Other names that devices and services use for their time. They may mean something else, so they count only if no
 * other field is a time and their value is plausible. [OwnTracks `tst`, Zigbee2MQTT `last_seen`, Weather Underground
 * `obsTimeUtc`, OpenWeather `dt`]
 */
export const OTHER_INSTANTS = new Set([
  ...["tst", "ts", "dt", "bt", "epoch", "epochtime", "unixtime", "unixtimestamp", "utc", "timet"],
  ...["@timestamp", "@time", "receivedat", "publishedat", "recvtime", "rxtime", "enqueuedtime", "iothubenqueuedtime"],
  ...["reportedat", "measuredat", "observedat", "recordedat", "sampledat", "capturedat", "timestampms", "timems"],
  ...["obstime", "obstimelocal", "fixtime", "gpstime", "devicetime", "sampletime", "measurementtime", "eventtime"],
  ...["when", "now", "clock", "valid", "rxtimemsepoch", "readingtime", "collecttime", "lastreportdate"],
  ...["yyyymmddhh", "yyyymmddhhmm", "yyyymmddhhmmss", "jjjjmmtthh"],
  ...["phenomenontime", "timeinstant", "sourcetimestamp"],
  ...["measuretime", "observationtime", "recordtime", "logtime", "localtime", "lastseen", "messzeit", "messzeitpunkt"],
  // German, Spanish, Portuguese, Italian, French, Dutch, Swedish, Danish and Norwegian, Polish.
  ...["zeitpunkt", "fechahora", "fechayhora", "datahora", "dataehora", "dataora", "dataeora", "horodatage"],
  ...["dateheure", "dateetheure", "datumtijd", "datumentijd", "tidpunkt", "tidspunkt", "dataczas", "dataiczas"],
]);
export const OTHER_UTC_INSTANTS = new Set([
  "obstimeutc",
  "gpstimeutc",
  "eventtimeutc",
  "messdatum",
  "aaaammjjhh",
  "aaaammjjhhmn",
]);
/** Names whose dates may be to the hour or to the day. [Deutscher Wetterdienst, MESS_DATUM] */
export const DATES_OF_DIGITS = new Set([
  ...["messdatum", "aaaammjjhh", "aaaammjjhhmn", "yyyymmddhh", "yyyymmddhhmm", "yyyymmddhhmmss", "jjjjmmtthh"],
]);
/** Those of them that also mean something else: a difference, a radio, a round of training, an offset. */
export const DOUBTFUL_INSTANTS = new Set(["dt", "bt", "epoch", "utc", "localtime", "when", "now", "clock", "valid"]);
/**
 * The same inside an object. [Shelly Gen2 `NotifyStatus` and `Shelly.GetStatus`; Tasmota's STATUS10 and STATUS11; Actility's
 * ThingPark tunnel; Ruuvi Gateway's HTTP data format; Teltonika's Codec 8 as JSON; OpenAQ;
 * GeoJSON]
 */
export const NESTED_INSTANTS: readonly string[] = [
  ...["params.ts", "DevEUI_uplink.Time", "data.timestamp", "StatusSNS.Time", "StatusSTS.Time"],
  ...["sys.unixtime", "state.reported.ts", "date.utc"],
  ...["properties.time", "properties.timestamp", "properties.datetime"],
];
/** A row's time if it has a channel's fields. [ThingSpeak's REST API, bulk update and feeds; Adafruit IO, data of a feed] */
export const CREATED_AT = "created_at";
export const CHANNEL_FIELD = /^(?:field[1-8]|entry_id|feed_id)$/;

/** Endings of names that may denote a time. */
export const TIMELY =
  /(?:times?|date|stamps?|zeit|datum|utc|epoch|seen|_at|At|time_?(?:unix)?_?(?:nano|ns|ms)|^t|(?:^|[_.\s-])(?:ts|dt|tst|at))$/i;

/** Parts of a date and a time of day, in fields of their own. */
export const YEARS = new Set([
  ...[
    "year",
    "yr",
    "yyyy",
    "yy",
    "jahr",
    "jaar",
    "annee",
    "ann\u00e9e",
    "ano",
    "a\u00f1o",
    "anno",
    "vuosi",
    "\u00e5r",
    "rok",
  ],
]);
export const MONTHS = new Set([
  ...["month", "mon", "mo", "mm", "m", "monat", "maand", "mois", "mes", "m\u00eas", "mese", "kuukausi", "kk"],
  ...["m\u00e5ned", "m\u00e5nad", "m\u011bs\u00edc", "miesi\u0105c"],
]);
export const CALENDAR_DAYS = new Set([
  ...[
    "day",
    "dayofmonth",
    "mday",
    "dy",
    "dd",
    "d",
    "tag",
    "dag",
    "jour",
    "dia",
    "d\u00eda",
    "giorno",
    "p\u00e4iv\u00e4",
    "pv",
  ],
  ...["den", "dzie\u0144"],
]);
export const DAYS_OF_YEAR = new Set(["doy", "dayofyear", "yday", "jday", "julianday", "jul", "ordinalday"]);
export const HOURS_AND_MINUTES = new Set(["hhmm", "hrmn", "hourminute", "hourmin"]);
export const MINUTES = new Set(["minute", "minutes", "min", "mins", "mi", "mn", "mm", "minuut", "minuto", "minuutti"]);
export const SECONDS = new Set([
  "second",
  "seconds",
  "sec",
  "secs",
  "ss",
  "s",
  "sekunde",
  "seconde",
  "segundo",
  "secondo",
]);
/** Fields that name the zone of a row's time. */
export const ZONE_NAMES = new Set(["timezone", "tz", "zeitzone", "aikavy\u00f6hyke", "utcoffset", "tzoffset"]);
