import { ruleOf } from '../../../core/airports/rings.ts'
import { usePage } from '../../state/page-store.ts'

/** The rings around what is selected: an airport's own where it has some. */
export function useRingsOfSelection(): readonly number[] {
  return usePage((state) => {
    const { selection } = state
    return selection?.kind === 'airport' ? ruleOf(selection.id, state).rings : state.rings
  })
}
