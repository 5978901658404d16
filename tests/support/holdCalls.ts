type Method = (...given: never[]) => Promise<unknown>;

/**
 * Holds each call of a method from now on until its entry of `held` is called. `letGo` lets later calls through; those that are
 * held stay so.
 */
export function holdCalls<Name extends string, Target extends Record<Name, Method>>(target: Target, name: Name) {
  const held: (() => void)[] = [];
  const through = target[name];
  const wait: Method = async (...given) => {
    await new Promise<void>((done) => held.push(done));
    return through(...given);
  };
  target[name] = wait as Target[Name];
  const letGo = () => {
    target[name] = through;
  };
  return { held, letGo };
}
