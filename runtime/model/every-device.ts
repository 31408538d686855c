/** Instead of a measurement: the field of all devices of the database. */
export const EVERY_DEVICE = "*";
