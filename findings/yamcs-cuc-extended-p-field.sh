#!/bin/sh
# Yamcs' decoder of CUC times with a P-field of two octets, 9f 04: four octets of seconds and four of the fraction. Read from the packet, the
# second octet counts; given beforehand (the P-field is not in the packet), it does not: the raw time is 256 times smaller, and what follows
# in the packet begins one octet too early, without a warning. The condition compares bit 7 with 1.
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
cat >Cuc.java <<'END'
import java.util.HexFormat;
import org.yamcs.tctm.ccsds.time.CucTimeDecoder;

public class Cuc {
    public static void main(String[] args) {
        String time = "0c7227a2a5744312";
        HexFormat hex = HexFormat.of();
        System.out.println("in the packet: " + hex.toHexDigits(new CucTimeDecoder(-1).decodeRaw(hex.parseHex("9f04" + time), 0)));
        System.out.println("beforehand: " + hex.toHexDigits(new CucTimeDecoder(0x9f, 0x04).decodeRaw(hex.parseHex(time), 0)));
    }
}
END
java -cp 'lib/*' Cuc.java | tee out
cat >expected <<'END'
in the packet: 0c7227a2a5744312
beforehand: 000c7227a2a57443
END
cmp expected out
