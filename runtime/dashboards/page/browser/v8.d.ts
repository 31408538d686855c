/** What the service's shared types take from V8 and browser libraries do not declare. */

interface ErrorConstructor {
  stackTraceLimit: number;
}
