/** Names that a password lets in, and what they may do, where the attacked server has a file of them. */

export const WITNESS = 'witness'
/** The channel of push messages. */
export const BROWSERS = 'browsers'

/** Each attack has a name of its own; none of them may do anything but see. */
export const attackerOf = (attack: string) => `attacker-${attack}`
/** But this one, since nobody else could begin it. */
const ACKNOWLEDGING_ATTACK = 'silentPushes'

/** What `ROLES_FILE` says. */
export const ROLES = { configure: [WITNESS], acknowledge: [WITNESS, attackerOf(ACKNOWLEDGING_ATTACK)] }
