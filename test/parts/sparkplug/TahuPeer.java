/**
 * Eclipse Tahu's host application and edge node, moved by lines on the standard input. A line for each event.
 * Arguments: host ID URL, or edge GROUP/NODE PRIMARY-HOST URL.
 */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.tahu.edge.EdgeClient;
import org.eclipse.tahu.edge.api.MetricHandler;
import org.eclipse.tahu.host.HostApplication;
import org.eclipse.tahu.host.api.HostApplicationEventHandler;
import org.eclipse.tahu.message.DefaultBdSeqManager;
import org.eclipse.tahu.message.SparkplugBPayloadDecoder;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.*;
import org.eclipse.tahu.message.model.DataSet.DataSetBuilder;
import org.eclipse.tahu.message.model.Metric.MetricBuilder;
import org.eclipse.tahu.message.model.Row.RowBuilder;
import org.eclipse.tahu.message.model.SparkplugBPayload.SparkplugBPayloadBuilder;
import org.eclipse.tahu.message.model.SparkplugBPayloadMap.SparkplugBPayloadMapBuilder;
import org.eclipse.tahu.message.model.Template.TemplateBuilder;
import org.eclipse.tahu.model.MqttServerDefinition;
import org.eclipse.tahu.mqtt.*;
import org.eclipse.tahu.util.SparkplugUtil;

public class TahuPeer {
  static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  public static void main(String[] arguments) throws Exception {
    ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger("ROOT"))
        .setLevel(ch.qos.logback.classic.Level.OFF);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    if (arguments[0].equals("host")) host(arguments[1], arguments[2], in);
    else edge(arguments[1], arguments[2], arguments[3], in);
    System.exit(0);
  }

  static MqttServerDefinition server(String url, String client, Topic death) throws Exception {
    return new MqttServerDefinition(
        new MqttServerName("server " + url), new MqttClientId(client, false), new MqttServerUrl(url), null, null, 30, death);
  }

  static void host(String id, String urls, BufferedReader in) throws Exception {
    HostApplicationEventHandler handler =
        (HostApplicationEventHandler)
            Proxy.newProxyInstance(
                TahuPeer.class.getClassLoader(),
                new Class<?>[] {HostApplicationEventHandler.class},
                (proxy, method, given) -> {
                  String name = method.getName();
                  if (name.matches("on(Birth|Data)Metric|onStale")) {
                    Metric metric = (Metric) given[1];
                    StringBuilder more = new StringBuilder();
                    if (metric.getProperties() != null)
                      for (String key : metric.getProperties().getNames())
                        more.append(" ").append(key).append("=").append(metric.getProperties().getPropertyValue(key).getValue());
                    say(name + " " + given[0] + " " + metric.getName() + " " + metric.getDataType() + " " + shown(metric.getValue())
                        + (Boolean.TRUE.equals(metric.getIsHistorical()) ? " historical" : "") + more);
                  } else if (name.matches("on.*(Death|Birth)Complete|on.*Death|onConnect|onDisconnect"))
                    say(name + (given == null ? "" : " " + given[0]));
                  return null;
                });
    List<MqttServerDefinition> servers = new ArrayList<>();
    int number = 0;
    for (String url : urls.split(",")) servers.add(server(url, "host-" + id + number++, null));
    HostApplication host =
        new HostApplication(handler, id, new ArrayList<>(List.of("spBv1.0/#")), servers, new RandomStartupDelay("0-1"),
            new SparkplugBPayloadDecoder(), true);
    host.start(true);
    say("started");
    for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
      String[] words = line.split(" ");
      Metric rebirth = new MetricBuilder("Node Control/Rebirth", MetricDataType.Boolean, true).createMetric();
      SparkplugBPayload payload = new SparkplugBPayloadBuilder().setTimestamp(new Date()).addMetric(rebirth).createPayload();
      host.publishCommand(new Topic("spBv1.0", words[1], words[2], MessageType.NCMD), payload);
    }
    host.shutdown();
  }

  static String shown(Object value) {
    if (value instanceof byte[]) return Arrays.toString((byte[]) value);
    if (value instanceof Object[]) return Arrays.toString((Object[]) value);
    return String.valueOf(value).replace('\n', ' ');
  }

  /** A metric of each type. */
  static List<Metric> all() throws Exception {
    Date date = new Date(1769774400123L);
    List<Metric> list = new ArrayList<>();
    Object[][] values = {
      {"i8", MetricDataType.Int8, (byte) -5},
      {"i16", MetricDataType.Int16, (short) -300},
      {"i32", MetricDataType.Int32, -70000},
      {"i64", MetricDataType.Int64, -9007199254740993L},
      {"u8", MetricDataType.UInt8, (short) 250},
      {"u16", MetricDataType.UInt16, 65000},
      {"u32", MetricDataType.UInt32, 4000000000L},
      {"u64", MetricDataType.UInt64, new BigInteger("18446744073709551615")},
      {"f", MetricDataType.Float, 1.5f},
      {"d", MetricDataType.Double, 0.1},
      {"b", MetricDataType.Boolean, true},
      {"s", MetricDataType.String, "text"},
      {"date", MetricDataType.DateTime, date},
      {"text", MetricDataType.Text, "more"},
      {"uuid", MetricDataType.UUID, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
      {"bytes", MetricDataType.Bytes, new byte[] {1, 2, (byte) 255}},
      {"file", MetricDataType.File, new File("a.txt", new byte[] {65, 66})},
      {"i8s", MetricDataType.Int8Array, new Byte[] {-1, 2}},
      {"i16s", MetricDataType.Int16Array, new Short[] {-300, 2}},
      {"i32s", MetricDataType.Int32Array, new Integer[] {-70000, 2}},
      {"i64s", MetricDataType.Int64Array, new Long[] {-9007199254740993L, 2L}},
      {"u8s", MetricDataType.UInt8Array, new Short[] {250, 2}},
      {"u16s", MetricDataType.UInt16Array, new Integer[] {65000, 2}},
      {"u32s", MetricDataType.UInt32Array, new Long[] {4000000000L, 2L}},
      {"u64s", MetricDataType.UInt64Array, new BigInteger[] {new BigInteger("18446744073709551615"), BigInteger.ONE}},
      {"fs", MetricDataType.FloatArray, new Float[] {1.5f, -2f}},
      {"ds", MetricDataType.DoubleArray, new Double[] {0.1, -2.0}},
      {"bs", MetricDataType.BooleanArray, new Boolean[] {true, false, true}},
      {"ss", MetricDataType.StringArray, new String[] {"a", "b c"}},
      {"dates", MetricDataType.DateTimeArray, new Date[] {date, date}},
      {"set", MetricDataType.DataSet,
        new DataSetBuilder(2).addColumnName("n").addColumnName("s").addType(DataSetDataType.Int32).addType(DataSetDataType.String)
            .addRow(new RowBuilder().addValue(new Value<>(DataSetDataType.Int32, 7)).addValue(new Value<>(DataSetDataType.String, "x")).createRow())
            .createDataSet()},
    };
    for (Object[] each : values) list.add(new MetricBuilder((String) each[0], (MetricDataType) each[1], each[2]).createMetric());
    Metric member = new MetricBuilder("member", MetricDataType.Int32, 9).createMetric();
    Template template = new TemplateBuilder().version("1").templateRef("kind").definition(false).addMetric(member).createTemplate();
    list.add(new MetricBuilder("t", MetricDataType.Template, template).createMetric());
    PropertySet unit = new PropertySet();
    unit.put("engUnit", new PropertyValue(PropertyDataType.String, "degC"));
    list.add(new MetricBuilder("with", MetricDataType.Double, 2.5).properties(unit).createMetric());
    return list;
  }

  static EdgeClient client;

  static void edge(String path, String primary, String urls, BufferedReader in) throws Exception {
    EdgeNodeDescriptor node = new EdgeNodeDescriptor(path);
    Topic death = new Topic("spBv1.0", node, MessageType.NDEATH);
    long[] bdSeq = {-1};
    MetricHandler handler =
        new MetricHandler() {
          public Topic getDeathTopic() {
            return death;
          }

          public byte[] getDeathPayloadBytes() throws Exception {
            Metric number = new MetricBuilder("bdSeq", MetricDataType.Int64, ++bdSeq[0] % 256).createMetric();
            return new SparkplugBPayloadEncoder()
                .getBytes(new SparkplugBPayloadBuilder().setTimestamp(new Date()).addMetric(number).createPayload(), false);
          }

          public boolean hasMetric(SparkplugDescriptor descriptor, String name) {
            return true;
          }

          public void publishBirthSequence() {
            try {
              SparkplugBPayloadMap birth =
                  new SparkplugBPayloadMapBuilder().setTimestamp(new Date())
                      .addMetric(new MetricBuilder("bdSeq", MetricDataType.Int64, bdSeq[0] % 256).createMetric())
                      .addMetric(new MetricBuilder("Node Control/Rebirth", MetricDataType.Boolean, false).createMetric())
                      .createPayload();
              client.publishNodeBirth(birth);
              client.publishDeviceBirth("D", new SparkplugBPayloadBuilder().setTimestamp(new Date()).addMetrics(all()).createPayload());
              say("born");
            } catch (Exception error) {
              say("failed " + error);
            }
          }
        };
    ClientCallback callback =
        new ClientCallback() {
          public void shutdown() {}

          public void connectionLost(MqttServerName name, MqttServerUrl url, MqttClientId id, Throwable cause) {
            say("lost " + url);
          }

          public void connectComplete(boolean again, MqttServerName name, MqttServerUrl url, MqttClientId id) {
            say("connected " + url);
          }

          public void messageArrived(MqttServerName name, MqttServerUrl url, MqttClientId id, String topic, MqttMessage message) {
            try {
              String[] parts = topic.split("/");
              if (parts[0].equals("STATE") || parts[1].equals("STATE")) {
                StatePayload state = new com.fasterxml.jackson.databind.ObjectMapper().readValue(message.getPayload(), StatePayload.class);
                say("state " + topic + " " + state.isOnline());
                client.handleStateMessage(parts[parts.length - 1], state);
              } else if (parts[2].equals("NCMD")) {
                say("ncmd");
                client.handleRebirthRequest(true);
              }
            } catch (Exception error) {
              say("failed " + error);
            }
          }
        };
    List<MqttServerDefinition> servers = new ArrayList<>();
    int number = 0;
    for (String url : urls.split(",")) servers.add(server(url, "edge" + number++, death));
    client =
        new EdgeClient(handler, node, List.of("D"), primary.equals("-") ? null : primary, true, 10L, servers, callback,
            new RandomStartupDelay("0-1"));
    new Thread(client).start();
    for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("gap")) client.getNextSeqNum();
      else if (words[0].equals("death")) client.publishDeviceDeath("D");
      else {
        Metric metric =
            new MetricBuilder("d", MetricDataType.Double, Double.valueOf(words[1])).timestamp(new Date(Long.parseLong(words[2])))
                .isHistorical(words[0].equals("old") ? true : null).createMetric();
        client.publishDeviceData("D", new SparkplugBPayloadBuilder().setTimestamp(new Date()).addMetric(metric).createPayload());
      }
    }
    client.shutdown();
  }
}
