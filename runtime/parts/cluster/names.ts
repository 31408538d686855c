/**
 * Names of the lab's streams, buckets and subjects on the NATS servers. docs/cluster.md lists the permissions of each
 * role by these names.
 */

export type ClusterNames = ReturnType<typeof clusterNames>;

/** @param name of letters, digits, `-` and `_` */
export function clusterNames(name: string) {
  const subject = `structline.${name}`;
  return {
    /** Stream of frames, its subjects, and those of a partition. */
    frames: `structline-${name}-frames`,
    frameSubjects: `${subject}.frames.*`,
    frameSubject: (partition: number) => `${subject}.frames.${partition}`,
    consumer: (partition: number) => `store-${partition}`,
    /** Stream of refused frames, and its subjects. */
    refused: `structline-${name}-refused`,
    refusedSubjects: `${subject}.refused.>`,
    refusedFrame: `${subject}.refused.frame`,
    /** Stream of dead letters, its subjects, and those of one reason and address (subject tokens). */
    letters: `structline-${name}-rejects`,
    letterSubjects: `${subject}.rejects.>`,
    lettersOf: (code: string, address: string) => `${subject}.rejects.${code}.${address}`,
    /** Stream of the first times of messages with keys, its subjects, and the subject of one name (hexadecimal). */
    keys: `structline-${name}-keys`,
    keySubjects: `${subject}.keys.*`,
    keySubject: (key: string) => `${subject}.keys.${key}`,
    /** KV buckets. */
    nodes: `structline-${name}-nodes`,
    facts: `structline-${name}-facts`,
    access: `structline-${name}-access`,
    // Plain subjects.
    /** Announces that a text in the bucket `access` has changed. */
    changed: `${subject}.changed`,
    live: `${subject}.live`,
    watched: `${subject}.watched`,
    members: `${subject}.members`,
    signals: `${subject}.signals`,
    /** Requests to ingesting nodes to retry dead letters. */
    retries: `${subject}.retries`,
    /** Questions of a part to one node. */
    questionsTo: (part: string, node: string) => `${subject}.${part}.${node}`,
  };
}
