/** HDF5 as pandas reads it, and NetCDF. */

import type { ExportFormat } from "../format.ts";

export const HDF5_FORMATS: readonly ExportFormat[] = [
  {
    name: "hdf5",
    contentType: "application/x-hdf5",
    endings: { h5: {}, hdf: {} },
    load: async () => (await import("./encode.ts")).encodeHdf5,
  },
  {
    name: "netcdf",
    contentType: "application/x-netcdf",
    readers: {
      cftime: "writes times to the microsecond, which `netCDF4.num2date` reads, and R's `ncdf4` without rounding",
    },
    endings: { nc: {}, cdf: {} },
    load: async () => (await import("./encode.ts")).encodeNetcdf,
  },
];
