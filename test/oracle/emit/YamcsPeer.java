import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.yamcs.YConfiguration;
import org.yamcs.algorithms.AlgorithmExecutionContext;
import org.yamcs.algorithms.AlgorithmExecutor;
import org.yamcs.algorithms.JavaExprAlgorithmExecutionFactory;
import org.yamcs.algorithms.MathAlgorithmExecutor;
import org.yamcs.ProcessorConfig;
import org.yamcs.mdb.Mdb;
import org.yamcs.mdb.MdbFactory;
import org.yamcs.mdb.ProcessingData;
import org.yamcs.mdb.ProcessorData;
import org.yamcs.mdb.XtceTmExtractor;
import org.yamcs.parameter.AggregateValue;
import org.yamcs.parameter.ArrayValue;
import org.yamcs.parameter.ParameterValue;
import org.yamcs.parameter.Value;
import org.yamcs.xtce.Algorithm;
import org.yamcs.xtce.CustomAlgorithm;
import org.yamcs.xtce.MathAlgorithm;

/**
 * Reads messages by an XTCE file with Yamcs. Argument: the file. A line for each message: the name of its container, a blank, and hexadecimal
 * digits. A container is read from the one that it inherits from.
 */
public class YamcsPeer {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        org.yamcs.utils.TimeEncoding.setUp();
        Map<String, Object> loader = new HashMap<>();
        loader.put("type", "xtce");
        loader.put("spec", args[0]);
        loader.put("args", Map.of("file", args[0]));
        Mdb mdb = MdbFactory.createInstance(List.of(YConfiguration.wrap(loader)), false, false);
        ProcessorData processor = new ProcessorData("peer", mdb, new ProcessorConfig());
        XtceTmExtractor extractor = new XtceTmExtractor(mdb, processor);
        AlgorithmExecutionContext context = new AlgorithmExecutionContext("peer", processor, 1);
        List<AlgorithmExecutor> algorithms = new ArrayList<>();
        boolean isEmitted = mdb.getSequenceContainers().stream().anyMatch(c -> c.getName().equals("frame"));
        for (Algorithm algorithm : isEmitted ? mdb.getAlgorithms() : List.<Algorithm>of()) {
            algorithms.add(algorithm instanceof MathAlgorithm math ? new MathAlgorithmExecutor(math, context, math)
                    : new JavaExprAlgorithmExecutionFactory().makeExecutor((CustomAlgorithm) algorithm, context));
        }
        extractor.provideAll();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            byte[] data = HexFormat.of().parseHex(words[1]);
            var root = mdb.getSequenceContainers().stream().filter(c -> c.getName().equals(words[0])).findFirst().get();
            while (root.getBaseContainer() != null) root = root.getBaseContainer();
            var result = extractor.processPacket(data, 0, 0, 0, root);
            StringBuilder answer = new StringBuilder("@");
            for (ParameterValue value : result.getParameterResult()) append(answer, value);
            ProcessingData computed = ProcessingData.createForTmProcessing(processor.getLastValueCache());
            computed.addTmParams(new ArrayList<>(result.getParameterResult()));
            for (AlgorithmExecutor algorithm : algorithms) {
                if (!algorithm.update(computed)) continue;
                for (ParameterValue value : algorithm.execute(0, 0, computed).getOutputValues()) append(answer, value);
            }
            System.out.println(answer);
        }
    }

    private static void append(StringBuilder answer, ParameterValue value) {
        append(answer, value.getParameter().getName(), value.getRawValue(), value.getEngValue());
    }

    private static void append(StringBuilder answer, String name, Value raw, Value value) {
        if (value instanceof AggregateValue all) {
            var inside = (AggregateValue) raw;
            for (int i = 0; i < all.numMembers(); i++)
                append(answer, name + "." + all.getMemberName(i), inside.getMemberValue(i), all.getMemberValue(i));
        } else if (value instanceof ArrayValue all) {
            var inside = (ArrayValue) raw;
            for (int i = 0; i < all.flatLength(); i++) {
                String place = "";
                for (int d = all.getDimensions().length - 1, rest = i; d >= 0; rest /= all.getDimensions()[d--])
                    place = "." + rest % all.getDimensions()[d] + place;
                append(answer, name + place, inside.getElementValue(i), all.getElementValue(i));
            }
        } else {
            for (Object each : new Object[] { name, raw, value })
                answer.append(String.valueOf(each).replaceAll("\\p{Cntrl}", "?")).append('\t');
            answer.setCharAt(answer.length() - 1, '\u0001');
        }
    }
}
