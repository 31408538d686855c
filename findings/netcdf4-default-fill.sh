#!/bin/sh
# netCDF4-python hides measured values although the file names no fill value: 65535 of an unsigned short, -32767 of a short, 255 of an
# unsigned byte, -127 of a byte: they are its default fill values. xarray shows all of them. A sensor that saturates at 65535 has a gap
# for one reader and a peak for the other.
# Seen with netCDF4 1.7.5.1.post1 and xarray 2026.9.0 on Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check netCDF4==1.7.5.1.post1 xarray==2026.9.0
cat >read.py <<'END'
import netCDF4, numpy, xarray
values = {"u2": [1, 65535], "i2": [1, -32767], "u1": [1, 255], "i1": [1, -127], "i8": [1, -9223372036854775808]}
with netCDF4.Dataset("a.nc", "w") as file:
    file.createDimension("time", 2)
    for kind, both in values.items():
        variable = file.createVariable(kind, kind, ("time",))
        variable.set_auto_mask(False)
        variable[:] = numpy.array(both, dtype=kind)
with netCDF4.Dataset("a.nc") as file, xarray.open_dataset("a.nc", engine="netcdf4") as data:
    for kind in values:
        assert "_FillValue" not in file[kind].ncattrs()
        print(kind, file[kind][:].tolist(), data[kind].values.tolist())
END
venv/bin/python read.py | tee out
printf '%s\n' "u2 [1, None] [1, 65535]" "i2 [1, None] [1, -32767]" "u1 [1, None] [1, 255]" "i1 [1, None] [1, -127]" \
  "i8 [1, -9223372036854775808] [1, -9223372036854775808]" | cmp - out
