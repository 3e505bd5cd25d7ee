/** The value of a map or cache for `key`; a missing one is created by `make` and stored. */
export function heldOrMade<Key, Value>(
  held: { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown },
  key: Key,
  make: () => NoInfer<Value>,
): Value {
  const known = held.get(key)
  if (known !== undefined) return known
  const made = make()
  held.set(key, made)
  return made
}
