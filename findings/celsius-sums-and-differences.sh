#!/bin/sh
# How much warmer is 25 °C than 20 °C, in kelvins? mathjs 15.2.0 (and 11.12.0) answers 278.15 K, mathjs 9.5.2 answered 5 K: by 11.12.0 a sum
# or difference is made of the numbers as written, and stays a point on the scale when it is converted. For the same reason 5 K + 10 degC is
# 15 K there, and 5 K + 1 degF is 5.55556 K, while 9.5.2 had 288.15 K. pint 0.25.3 knows differences (5 kelvin) and refuses both sums; unyt
# 3.2.0 has 5.0 K for the difference, 25 °C for 20 °C + 5 °C, and refuses 5 K + 10 °C. So temperatures are subtracted in one unit, as
# numbers, and only then named. Seen on Node 20 and Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts new@npm:mathjs@15.2.0 mid@npm:mathjs@11.12.0 old@npm:mathjs@9.5.2 >/dev/null
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check pint==0.25.3 unyt==3.2.0
cat >run.cjs <<'END'
for (const name of ["new", "mid", "old"]) {
  const { evaluate, format, version } = require(name);
  const shown = ["(25 degC - 20 degC) to K", "20 degC + 5 degC", "5 K + 10 degC", "5 K + 1 degF"].map(
    (text) => `${text} = ${format(evaluate(text), 6)}`,
  );
  console.log(`mathjs ${version}: ${shown.join("; ")}`);
}
END
cat >run.py <<'END'
import pint
import unyt

units = pint.UnitRegistry()
makers = {"pint": units.Quantity, "unyt": unyt.unyt_quantity}
for name, of in makers.items():
    shown = [f"25 - 20 = {(of(25.0, 'degC') - of(20.0, 'degC')).to('K')}"]
    for unit, number in (("degC", 20.0), ("K", 5.0)):
        try:
            shown.append(f"{number:g} {unit} + 5 degC = {of(number, unit) + of(5.0, 'degC')}")
        except Exception as error:
            shown.append(f"{number:g} {unit} + 5 degC: {type(error).__name__}")
    print(f"{name}: {'; '.join(shown)}")
END
{ node run.cjs; v/bin/python run.py; } | tee out
cat >expected <<'END'
mathjs 15.2.0: (25 degC - 20 degC) to K = 278.15 K; 20 degC + 5 degC = 25 degC; 5 K + 10 degC = 15 K; 5 K + 1 degF = 5.55556 K
mathjs 11.12.0: (25 degC - 20 degC) to K = 278.15 K; 20 degC + 5 degC = 25 degC; 5 K + 10 degC = 15 K; 5 K + 1 degF = 5.55556 K
mathjs 9.5.2: (25 degC - 20 degC) to K = 5 K; 20 degC + 5 degC = 298.15 degC; 5 K + 10 degC = 288.15 K; 5 K + 1 degF = 260.928 K
pint: 25 - 20 = 5.0 kelvin; 20 degC + 5 degC: OffsetUnitCalculusError; 5 K + 5 degC: OffsetUnitCalculusError
unyt: 25 - 20 = 5.0 K; 20 degC + 5 degC = 25.0 °C; 5 K + 5 degC: UnitOperationError
END
cmp expected out
