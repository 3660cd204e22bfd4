/** Prototypes that every part of the suite inherits from. */
const SHARED = { 'Object.prototype': Object.prototype, 'Array.prototype': Array.prototype }

/**
 * Call `load`, then revert its changes to `Object.prototype` and `Array.prototype`: they would affect option lookups in the suite
 * and its libraries. Throws an Error that names a property it cannot revert.
 */
export async function keepPrototypes<T>(load: () => Promise<T>): Promise<T> {
  const before = Object.entries(SHARED).map(([name, prototype]) => [name, prototype, descriptorsOf(prototype)] as const)
  try {
    return await load()
  } finally {
    for (const [name, prototype, descriptors] of before) restore(name, prototype, descriptors)
  }
}

type Descriptors = ReadonlyMap<PropertyKey, PropertyDescriptor>

const descriptorsOf = (prototype: object): Descriptors =>
  new Map(Reflect.ownKeys(prototype).map((key) => [key, Object.getOwnPropertyDescriptor(prototype, key)!]))

function restore(name: string, prototype: object, before: Descriptors): void {
  if (!Object.isExtensible(prototype)) throw new Error(`it freezes ${name}, which the suite inherits from`)
  for (const key of Reflect.ownKeys(prototype)) {
    if (!before.has(key) && !Reflect.deleteProperty(prototype, key))
      throw new Error(`it changes ${name}.${String(key)}, which the suite inherits`)
  }
  for (const [key, descriptor] of before) Reflect.defineProperty(prototype, key, descriptor)
}
