/** Arrays with more elements are drawn as a spectrum, not as one line for each. */
export const MOST_ARRAY_LINES = 7;
