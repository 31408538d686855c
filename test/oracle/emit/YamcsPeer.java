import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.yamcs.parameter.ParameterValue;
import org.yamcs.xtce.Algorithm;
import org.yamcs.xtce.CustomAlgorithm;
import org.yamcs.xtce.MathAlgorithm;

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
        ProcessorData processor = new ProcessorData("peer", mdb, new ProcessorConfig());
        XtceTmExtractor extractor = new XtceTmExtractor(mdb, processor);
        AlgorithmExecutionContext context = new AlgorithmExecutionContext("peer", processor, 1);
        List<AlgorithmExecutor> algorithms = new ArrayList<>();
        for (Algorithm algorithm : mdb.getAlgorithms()) {
            algorithms.add(algorithm instanceof MathAlgorithm math ? new MathAlgorithmExecutor(math, context, math)
                    : new JavaExprAlgorithmExecutionFactory().makeExecutor((CustomAlgorithm) algorithm, context));
        }
        extractor.provideAll();
        var root = mdb.getSequenceContainers().stream().filter(c -> c.getName().equals("frame")).findFirst().get();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            byte[] data = new byte[line.length() / 2];
            for (int i = 0; i < data.length; i++) data[i] = (byte) Integer.parseInt(line.substring(2 * i, 2 * i + 2), 16);
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
        answer.append(value.getParameter().getName()).append('\t').append(value.getRawValue()).append('\t')
                .append(value.getEngValue()).append('\u0001');
    }
}
