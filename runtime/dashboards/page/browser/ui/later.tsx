/** A component that is loaded when it is first drawn. */

import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadPart } from "../data/load-part.ts";

export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return function Later(props: Props): JSX.Element | null {
    const [, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      void loadPart(load).then((component) => {
        loaded = component;
        setLoaded(true);
      });
    }, []);
    const Component = loaded;
    return Component === undefined ? null : <Component {...props} />;
  };
}
