import { ruleOf } from '../../../core/airports/rings.ts'
import { usePage } from '../../state/page-store.ts'

/** The rings around the selection: those of an airport if it has separate ones. */
export function useRingsOfSelection(): readonly number[] {
  return usePage((state) => {
    const { selection } = state
    return selection?.kind === 'airport' ? ruleOf(selection.id, state).rings : state.rings
  })
}
