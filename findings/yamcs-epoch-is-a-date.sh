#!/bin/sh
# XTCE 1.2 lets an epoch be a date (EpochType: date, dateTime, or a name). Yamcs loads such a file without a word, and then reads each packet only
# up to a time with this epoch: the time and all behind it are missing, and the reason is only in its log. With a dateTime it reads all.
# Seen with org.yamcs:yamcs-core 5.9.8 on Java 17; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'END'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>peer</groupId><artifactId>peer</artifactId><version>1</version><dependencies><dependency>
<groupId>org.yamcs</groupId><artifactId>yamcs-core</artifactId><version>5.9.8</version></dependency></dependencies></project>
END
mvn -q dependency:copy-dependencies -DoutputDirectory=lib
for epoch in 1970-01-01 1970-01-01T00:00:00Z; do
  cat >"$epoch.xml" <<END
<SpaceSystem name="S" xmlns="http://www.omg.org/spec/XTCE/20180204"><TelemetryMetaData>
<ParameterTypeSet>
<IntegerParameterType name="Byte" signed="false"><IntegerDataEncoding sizeInBits="8"/></IntegerParameterType>
<AbsoluteTimeParameterType name="Time"><Encoding><IntegerDataEncoding sizeInBits="32"/></Encoding>
<ReferenceTime><Epoch>$epoch</Epoch></ReferenceTime></AbsoluteTimeParameterType>
</ParameterTypeSet>
<ParameterSet><Parameter name="first" parameterTypeRef="Byte"/><Parameter name="time" parameterTypeRef="Time"/>
<Parameter name="last" parameterTypeRef="Byte"/></ParameterSet>
<ContainerSet><SequenceContainer name="Packet"><EntryList>
<ParameterRefEntry parameterRef="first"/><ParameterRefEntry parameterRef="time"/><ParameterRefEntry parameterRef="last"/>
</EntryList></SequenceContainer></ContainerSet></TelemetryMetaData></SpaceSystem>
END
done
cat >Epoch.java <<'END'
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.yamcs.ProcessorConfig;
import org.yamcs.YConfiguration;
import org.yamcs.mdb.MdbFactory;
import org.yamcs.mdb.ProcessorData;
import org.yamcs.mdb.XtceTmExtractor;
import org.yamcs.utils.TimeEncoding;

public class Epoch {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        TimeEncoding.setUp();
        for (String epoch : args) {
            String file = epoch + ".xml";
            var loader = YConfiguration.wrap(Map.of("type", "xtce", "spec", file, "args", Map.of("file", file)));
            var mdb = MdbFactory.createInstance(List.of(loader), false, false);
            var extractor = new XtceTmExtractor(mdb, new ProcessorData("peer", mdb, new ProcessorConfig()));
            extractor.provideAll();
            byte[] packet = HexFormat.of().parseHex("2a6500000007");
            var root = mdb.getSequenceContainers().iterator().next();
            var found = extractor.processPacket(packet, 0, 0, 0, root).getParameterResult();
            System.out.print(epoch + ":");
            for (var value : found) System.out.print(" " + value.getParameter().getName());
            System.out.println();
        }
    }
}
END
java -cp 'lib/*' Epoch.java 1970-01-01 1970-01-01T00:00:00Z | tee out
cat >expected <<'END'
1970-01-01: first
1970-01-01T00:00:00Z: first time last
END
cmp expected out
