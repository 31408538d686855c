import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yamcs.YConfiguration;
import org.yamcs.mdb.Mdb;
import org.yamcs.mdb.MdbFactory;
import org.yamcs.mdb.XtceTmExtractor;
import org.yamcs.parameter.ParameterValue;

/** Reads messages by an emitted XTCE file with Yamcs: `file container`, then a line of hexadecimal digits for each message. */
public class YamcsPeer {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        org.yamcs.utils.TimeEncoding.setUp();
        Map<String, Object> loader = new HashMap<>();
        loader.put("type", "xtce");
        loader.put("spec", args[0]);
        loader.put("args", Map.of("file", args[0]));
        Mdb mdb = MdbFactory.createInstance(List.of(YConfiguration.wrap(loader)), false, false);
        XtceTmExtractor extractor = new XtceTmExtractor(mdb);
        extractor.provideAll();
        var root = mdb.getSequenceContainers().stream().filter(c -> c.getName().equals("frame")).findFirst().get();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            byte[] data = new byte[line.length() / 2];
            for (int i = 0; i < data.length; i++) data[i] = (byte) Integer.parseInt(line.substring(2 * i, 2 * i + 2), 16);
            var result = extractor.processPacket(data, 0, 0, 0, root);
            StringBuilder answer = new StringBuilder("@");
            for (ParameterValue value : result.getParameterResult()) {
                answer.append(value.getParameter().getName()).append('\t').append(value.getRawValue()).append('\t')
                        .append(value.getEngValue()).append('\u0001');
            }
            System.out.println(answer);
        }
    }
}
