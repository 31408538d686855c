/** Types that the service's shared code takes from V8, and that browser libraries do not declare. */

interface ErrorConstructor {
  stackTraceLimit: number;
}
