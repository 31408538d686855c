export const NPM_FOLDER: string;
export const API_FOLDER: string;
/** publint and @arethetypeswrong/cli. */
export const LINTERS_FOLDER: string;
export const OPENAPI_FOLDER: string;
export const OPENAPI_PYTHON_FOLDER: string;
export const REGISTRY_FOLDER: string;
export const NODES_FOLDER: string;
export const RIVALS_FOLDER: string;
export const PYTHON_FOLDER: string;
export const CAN_FOLDER: string;
export const SPACE_FOLDER: string;
export const SPACE_PROGRAM: string;
export const PROTO_FOLDER: string;
export const PROTO_PROGRAM: string;
export const SPARKPLUG_FOLDER: string;
export const MICROPYTHON_FOLDER: string;
export const MICROPYTHON_PROGRAM: string;
export const NEOVIM_FOLDER: string;
export const NEOVIM_PROGRAM: string;
export const CAN_PROGRAM: string;
export const TYPES_FOLDER: string;
export const TYPES_PROGRAM: string;
export const PYTHON_PROGRAM: string;
/** pandas, polars, DuckDB and openpyxl. */
export const DATA_FOLDER: string;
export const DATA_PROGRAM: string;
/** Home Assistant, and InfluxDB's clients. */
export const HOME_FOLDER: string;
export const NODE_RED_FOLDER: string;
export const TELEGRAF: string;
export const TELEGRAF_FOLDER: string;
export const GRAFANA: string;
export const GRAFANA_FOLDER: string;
export const HTTPFS_PROGRAM: string;
export const HTTPFS_FOLDER: string;
export const HOME_PROGRAM: string;
export function isInstalled(folder: string): boolean;
/** How many would be installed now. */
export function peersToInstall(): number;
/** A line for each registry that was tried. */
export function installPeers(): string[];
export function installApiTools(): string | undefined;
export function installRivals(): string | undefined;
