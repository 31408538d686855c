/** Names of sequence fields of commands and acknowledgements without `@seq`. */
export const SEQUENCE_NAME = /^(?:seq|seq_?n(?:o|r|um|umber)?|sequence(?:_?n(?:o|r|um|umber))?)$/i;
