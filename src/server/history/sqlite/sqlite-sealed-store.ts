import type { StrikeRecord } from '../../../contract/lightning.ts'
import { recordsOf } from '../../../core/strikes/strike-block.ts'
import { blocksOf } from '../packing.ts'
import type { SealedMinute, SealedStore } from '../sealed-store.ts'
import type { Storage } from './storage.ts'
import type { StoredPart } from './strike-store.ts'
import type { createWriter } from './writer.ts'

/** Reads sealed minutes and merges those of other histories. */
export function createSqliteSealedStore(deps: {
  storage: Storage
  writer: Pick<ReturnType<typeof createWriter>, 'take' | 'flush' | 'isWaiting' | 'adopted' | 'newestMs'>
  sealedTo(): number
  seal(minute: number): void
}): SealedStore {
  const { storage, writer, sealedTo } = deps
  const partsOf = (minute: number) => storage.read(({ strikes }) => strikes.partsOf(minute))

  function adopt(minutes: readonly SealedMinute[]): boolean {
    writer.flush()
    if (minutes.some(({ minute }) => writer.isWaiting(minute))) return false
    /** Minutes present on both sides: merged strike by strike to drop duplicates. */
    const again: StrikeRecord[] = []
    const stands = storage.transact('stored data', ({ strikes }) => {
      for (const { minute, parts, late } of minutes) {
        const there = partsOf(minute)
        if (there.some(({ compact }) => compact)) {
          again.push(...recordsIn(parts))
          continue
        }
        again.push(...recordsIn(there))
        strikes.forget(
          minute,
          there.map(({ id }) => id),
        )
        for (const { compact, count, frames } of parts) strikes.append(minute, frames, count, compact)
        for (const { afterMs, frames } of late) strikes.appendLate(afterMs, minute, frames)
      }
    })
    if (!stands) return false
    writer.adopted(minutes.map(({ minute }) => minute))
    // They were stored here or by another writer, whatever our clock says.
    const atMs = writer.newestMs()
    if (atMs !== null && again.length > 0) writer.take({ kind: 'strikes', records: again, atMs })
    writer.flush()
    return true
  }

  return {
    to: async () => sealedTo(),
    async read(minute) {
      writer.flush()
      if (writer.isWaiting(minute)) throw new Error('the minute still has unwritten strikes')
      const parts = partsOf(minute)
      if (parts.length === 0) return null
      return {
        minute,
        parts: parts.map(({ compact, count, frames }) => ({ compact, count, frames })),
        late: storage.read(({ strikes }) => strikes.lateOf(minute)),
      }
    },
    adopt: async (minutes) => adopt(minutes),
    async sealTo(minute) {
      if (minute > sealedTo()) deps.seal(minute)
    },
  }
}

function recordsIn(parts: readonly Pick<StoredPart, 'frames'>[]): StrikeRecord[] {
  return parts.flatMap(({ frames }) => blocksOf(frames)).flatMap((block) => recordsOf(block, { exact: true }))
}
