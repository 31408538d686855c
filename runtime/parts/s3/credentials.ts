/** The keys that sign requests to a bucket: from the environment, or from a file in the format of Amazon's programs. */

import * as fs from "node:fs/promises";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * @param file read for each request, since keys may change
 * @throws Error that contains none of them
 */
export async function readCredentials(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Credentials> {
  const [given, place] =
    file === undefined
      ? [environment, "the environment"]
      : [defaultProfile(await fs.readFile(file, "utf8").catch(unreadable(file))), file];
  const [accessKeyId, secretAccessKey, sessionToken] = [
    given["AWS_ACCESS_KEY_ID"],
    given["AWS_SECRET_ACCESS_KEY"],
    given["AWS_SESSION_TOKEN"],
  ];
  if (!accessKeyId || !secretAccessKey) {
    throw new Error(
      `${place} has no AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket; set them, or name a file with them in [store] credentials`,
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/**
 * The section `[default]`, or keys before any section; names in upper case. [AWS CLI, configuration and credential
 * files]
 */
function defaultProfile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  let isWanted = true;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(.*?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) isWanted = section === "default";
    const [, name, value = ""] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isWanted && name !== undefined) values[name.toUpperCase()] = value;
  }
  return values;
}

function unreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new Error(`${file} ([store] credentials) cannot be read: ${error.code}`);
  };
}
