"""Reads exported files with the libraries for Python, and prints each column's values with their kinds as JSON."""

import datetime
import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def value(x):
    if x is None or x is pd.NA or x is pd.NaT:
        return None
    if isinstance(x, (bool, np.bool_)):
        return ["boolean", str(bool(x)).lower()]
    if isinstance(x, pd.Timestamp):
        return ["time", str(x.as_unit("ns").value)]
    if isinstance(x, np.datetime64):
        return None if np.isnat(x) else ["time", str(x.astype("datetime64[ns]").astype(np.int64))]
    if isinstance(x, datetime.datetime):
        aware = x if x.tzinfo else x.replace(tzinfo=datetime.timezone.utc)
        return ["time", str((aware - EPOCH) // datetime.timedelta(microseconds=1) * 1000)]
    if isinstance(x, (int, np.integer)):
        return ["integer", str(int(x))]
    if isinstance(x, (float, np.floating)):
        return None if np.isnan(x) else ["float", repr(float(x))]
    return ["text", x.decode() if isinstance(x, bytes) else str(x)]


def of_pandas(frame):
    return {str(name): [value(x) for x in frame[name].tolist()] for name in frame.columns}


def of_polars(frame):
    import polars as pl

    times = {c: [None if x is None else ["time", str(x)] for x in frame[c].dt.epoch("ns").to_list()]
             for c, t in frame.schema.items() if isinstance(t, pl.Datetime)}
    return {c: times.get(c) or [value(x) for x in frame[c].to_list()] for c in frame.columns}


def of_arrow(table):
    import pyarrow as pa

    def column(array):
        if pa.types.is_timestamp(array.type):
            scale = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[array.type.unit]
            return [None if x is None else ["time", str(x * scale)] for x in array.cast(pa.int64()).to_pylist()]
        return [value(x) for x in array.to_pylist()]

    return {name: column(table[name].combine_chunks()) for name in table.column_names}


def of_duckdb(relation_sql, connection=None):
    import duckdb

    db = connection or duckdb.connect()
    columns = db.execute(f"DESCRIBE SELECT * FROM {relation_sql}").fetchall()
    found = {}
    for name, type_, *_ in columns:
        is_time = type_.startswith("TIMESTAMP")
        sql = f'epoch_ns("{name}")' if is_time else f'"{name}"'
        values = [x for (x,) in db.execute(f"SELECT {sql} FROM {relation_sql}").fetchall()]
        found[name] = [None if x is None else ["time", str(x)] for x in values] if is_time else [value(x) for x in values]
    return found


def attached(path):
    import duckdb

    db = duckdb.connect()
    db.execute(f"ATTACH '{path}' AS file (READ_ONLY)")
    (table,) = db.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'file'").fetchone()
    return of_duckdb(f'file."{table}"', db)


def of_json(path):
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [value(row.get(name)) for row in rows] for name in names}


def of_sheet(path):
    import openpyxl

    head, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return {name: [value(row[at]) for row in rows] for at, name in enumerate(head)}


def of_h5(path):
    import h5py

    found = {}
    with h5py.File(path) as file:
        def visit(name, item):
            if isinstance(item, h5py.Dataset) and item.dtype.names:
                for column in item.dtype.names:
                    values = item[column].tolist()
                    # PyTables calls a frame's index so.
                    if column == "index":
                        found["time"] = [["time", str(x)] for x in values]
                    else:
                        found.setdefault(column, [value(x) for x in values])
        file.visititems(visit)
    return found


def of_netcdf(path):
    import netCDF4

    found = {}
    with netCDF4.Dataset(path) as file:
        group = next(iter(file.groups.values()), file)
        for name, variable in group.variables.items():
            values = variable[:]
            if name == "time":
                found[name] = [["time", str(int(x))] for x in values]
            else:
                found[name] = [None if x is np.ma.masked else value(x) for x in values]
    return found


def of_xarray(path):
    import netCDF4
    import xarray

    with netCDF4.Dataset(path) as file:
        group = next(iter(file.groups), None)
    data = xarray.open_dataset(path, group=group)
    return {name: [value(x) for x in np.ravel(data[name].values)] for name in data.variables}


def polars():
    import polars as pl

    return pl


def arrow(name):
    import importlib

    return importlib.import_module(f"pyarrow.{name}")


READERS = {
    "csv": {
        "pandas": lambda f: of_pandas(pd.read_csv(f)),
        "polars": lambda f: of_polars(polars().read_csv(f)),
        "duckdb": lambda f: of_duckdb(f"read_csv('{f}')"),
    },
    "parquet": {
        "pyarrow": lambda f: of_arrow(arrow("parquet").read_table(f)),
        "pandas, dtype_backend=pyarrow": lambda f: of_pandas(pd.read_parquet(f, dtype_backend="pyarrow")),
        "pandas": lambda f: of_pandas(pd.read_parquet(f)),
        "polars": lambda f: of_polars(polars().read_parquet(f)),
        "duckdb": lambda f: of_duckdb(f"read_parquet('{f}')"),
    },
    "arrow": {
        "pyarrow": lambda f: of_arrow(arrow("ipc").open_stream(f).read_all()),
        "polars": lambda f: of_polars(polars().read_ipc_stream(f)),
    },
    "feather": {
        "pyarrow": lambda f: of_arrow(arrow("feather").read_table(f)),
        "pandas": lambda f: of_pandas(pd.read_feather(f)),
        "polars": lambda f: of_polars(polars().read_ipc(f)),
    },
    "duckdb": {"duckdb": attached},
    "ndjson": {
        "Python json": of_json,
        "pandas": lambda f: of_pandas(pd.read_json(f, lines=True)),
        "polars": lambda f: of_polars(polars().read_ndjson(f)),
        "duckdb": lambda f: of_duckdb(f"read_json('{f}')"),
    },
    "xlsx": {"openpyxl": of_sheet, "pandas": lambda f: of_pandas(pd.read_excel(f))},
    "hdf5": {"pandas": lambda f: of_pandas(pd.read_hdf(f).reset_index()), "h5py": of_h5},
    "netcdf": {"netCDF4": of_netcdf, "xarray": of_xarray},
}

for line in json.load(sys.stdin):
    for name, read in READERS[line["format"]].items():
        package = name.split(",")[0]
        number = sys.version.split()[0] if package == "Python json" else version(package)
        try:
            answer = {"columns": read(line["file"])}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps({"of": line["name"], "reader": name, "version": number, **answer}))
