/** What JetStream refuses with, by its numbers (`server/errors.json` of nats-server). */
export const WRONG_LAST_SEQUENCE = 10_071
export const NO_MESSAGE_FOUND = 10_037
export const REPLICAS_WITHOUT_CLUSTER = 10_074
/** No server leads all of them, as far as the one that says so knows. */
export const TEMPORARILY_UNAVAILABLE = 10_008
export const NO_JETSTREAM_FOR_ACCOUNT = 10_039
