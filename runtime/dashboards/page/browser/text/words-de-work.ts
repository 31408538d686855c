import { dictionary } from "../../../../lib/dictionary.ts";

/** German texts of runs and of the serial port. */

export const GERMAN_WORK: Readonly<Record<string, string>> = dictionary({
  Runs: "Läufe",
  "Run…": "Lauf…",
  "Run 1": "Lauf 1",
  "Start a run": "Einen Lauf beginnen",
  "Start a run…": "Einen Lauf beginnen…",
  Start: "Beginnen",
  "End {0}": "{0} beenden",
  "Enter a name.": "Geben Sie einen Namen ein.",
  "all of {0}": "alle von {0}",
  "The run {0} has not ended: {1}": "Der Lauf {0} ist nicht beendet: {1}",
  "No run yet. A run is a stretch of time with a name: start one here, or send an event with the field 'run'.":
    "Noch kein Lauf. Ein Lauf ist ein Zeitraum mit einem Namen: Beginnen Sie hier einen, oder senden Sie ein Ereignis mit dem Feld 'run'.",
  run: "Lauf",
  of: "von",
  start: "Beginn",
  compare: "vergleichen",
  running: "läuft",
  "{0} as A": "{0} als A",
  "{0} as B": "{0} als B",
  "{0} as {1}": "{0} als {1}",
  "Show in all panels": "In allen Panels zeigen",
  "Nothing is stored of the devices of this run.": "Von den Geräten dieses Laufs ist nichts gespeichert.",
  "Device of B": "Gerät von B",
  Fields: "Felder",
  "B later by, s": "B später um, s",
  "Serial port": "Serieller Anschluss",
  "Serial port…": "Serieller Anschluss…",
  "This browser cannot read serial ports. Chrome, Edge and Opera can.":
    "Dieser Browser kann keine seriellen Anschlüsse lesen. Chrome, Edge und Opera können es.",
  "The list of channels cannot be read: {0}": "Die Liste der Kanäle ist nicht lesbar: {0}",
  "No channel has codecs. A header and a section in channels.ini make one.":
    "Kein Kanal hat Codecs. Ein Header und ein Abschnitt in channels.ini ergeben einen.",
  "The port cannot be opened: {0}": "Der Anschluss lässt sich nicht öffnen: {0}",
  "The board repeats each frame until it is posted, and acknowledged by the service.":
    "Das Board wiederholt jeden Frame, bis er gesendet und vom Dienst bestätigt ist.",
  Channel: "Kanal",
  "Baud rate": "Baudrate",
  "Choose a port…": "Anschluss wählen…",
  "Close the port": "Anschluss schließen",
  "Post to the service": "An den Dienst senden",
  "You may not write to channel '{0}'.": "Sie dürfen nicht in den Kanal „{0}“ schreiben.",
  "{0}: {1} frames in {2} bytes": "{0}: {1} Frames in {2} Bytes",
  "{0} stored, {1} wait": "{0} gespeichert, {1} warten",
  "{0} bytes that belong to no frame": "{0} Bytes, die zu keinem Frame gehören",
  "{0} frames refused": "{0} Frames abgelehnt",
  "The port is gone. It is opened again when it comes back.":
    "Der Anschluss ist weg. Er wird wieder geöffnet, wenn er zurückkommt.",
  "The service does not serve channel '{0}' any more.": "Der Dienst hat keinen Kanal „{0}“ mehr.",
  "Most of this does not fit channel '{0}'. Is it another channel, or another baud rate?":
    "Das meiste davon passt nicht zum Kanal „{0}“. Ist es ein anderer Kanal, oder eine andere Baudrate?",
  "These are not frames of channel '{0}'. They look like those of '{1}'.":
    "Das sind keine Frames des Kanals „{0}“. Sie sehen aus wie die von „{1}“.",
  "Refused: {0}": "Abgelehnt: {0}",
  "The port had errors, and bytes are missing: {0}": "Der Anschluss hatte Fehler, Bytes fehlen: {0}",
  "Frames were not stored: {0}": "Frames wurden nicht gespeichert: {0}",
  "{0} frames from {1} to {2} were dropped, since too many waited":
    "{0} Frames von {1} bis {2} wurden verworfen, da zu viele warteten",
  "Log in again, in another tab.": "Melden Sie sich in einem anderen Tab neu an.",
  "The service does not answer.": "Der Dienst antwortet nicht.",
  "Draw {0}": "{0} zeichnen",
  "Statistics of the runs": "Statistik der Läufe",
  rows: "Zeilen",
  "B − A, mean": "B − A, Mittel",
  "Only the newest reasons are kept: these are no longer among them.":
    "Nur die neuesten Gründe werden behalten: diese sind nicht mehr dabei.",
});
