export type Component<Properties> = (properties: Properties) => null;

export function signal<Value>(value: Value): { value: Value };
export function createElement<Properties>(component: Component<Properties>, properties: Properties): object;
export function render(element: object, container: object): void;
export function useState<Value>(value: Value): [Value, (value: Value) => void];
