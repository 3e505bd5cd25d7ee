/** What JetStream refuses with, by its numbers (`server/errors.json` of nats-server). */
export const WRONG_LAST_SEQUENCE = 10_071
export const NO_MESSAGE_FOUND = 10_037
