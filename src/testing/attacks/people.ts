/** Users of the attacked server with their roles, if it has a password file. */

export const WITNESS = 'witness'
/** The channel of push messages. */
export const BROWSERS = 'browsers'

/** Each attack has a separate name, with read-only rights. */
export const attackerOf = (attack: string) => `attacker-${attack}`
/** Except this one, which requires the right to acknowledge. */
const ACKNOWLEDGING_ATTACK = 'silentPushes'

/** The content of `ROLES_FILE`. */
export const ROLES = { configure: [WITNESS], acknowledge: [WITNESS, attackerOf(ACKNOWLEDGING_ATTACK)] }
