/** What a map or a cache holds for `key`; where that is nothing, what `make` brings, which is held from then on. */
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
