/** Numbers from both documents. "DL" cites dedicated-line-service.md, "SS" standard-service.md, with the section. */

/** DL §8: HTTP requests per second and application, shared by both dedicated-line products. */
export const HTTP_REQUESTS_PER_SECOND = 2
/** DL §8: simultaneous WebSocket connections per application. */
export const SOCKETS_PER_APPLICATION = 3
/** DL §8: a socket is closed with 4008 at this age. */
export const SOCKET_MAX_AGE_MS = 24 * 60 * 60_000
/** DL §3, §6: `server_notice` comes this long before the 24-hour limit. */
export const SOCKET_NOTICE_BEFORE_MS = 5 * 60_000
/** DL §2.3, §8: validity of an `ft-` token. */
export const TOKEN_VALIDITY_MS = 5 * 60_000
/** DL §8: latency endpoint, per client IP. */
export const LATENCY_REQUESTS_PER_SECOND = 2
/** DL §4.2, §8. */
export const LIGHTNING_MINUTES_MIN = 1
export const LIGHTNING_MINUTES_MAX = 5
export const LIGHTNING_MINUTES_DEFAULT = 1
/** DL §6, §8: one lightning batch a second, an empty one too. */
export const LIGHTNING_BATCH_EVERY_MS = 1_000
/** DL §6, §8: application-level `ping` on every socket. */
export const PING_EVERY_MS = 5 * 60_000

/** SS §8: price in resource points of each successful charged call. */
export const PRICE_POINTS = 10
/** SS §4.3, §8. */
export const METAR_STATIONS_MAX = 5
export const METAR_SPAN_MAX_MS = 10 * 24 * 60 * 60_000
/** SS §4.7, §8: exclusive below, inclusive above. */
export const FIRE_RADIUS_KM_MAX = 500
export const FIRE_RADIUS_KM_DEFAULT = 10
/** SS §8: recommended, not known to be enforced. */
export const FIRE_BOX_SIDE_DEG_RECOMMENDED = 5
/** SS §4.7, §4.8. */
export const FIRE_WINDOW_MS = 24 * 60 * 60_000
/** SS §4.5, §8. */
export const FORECAST_HOURS_MIN = 1
export const FORECAST_HOURS_MAX = 240
export const FORECAST_HOURS_DEFAULT = 168
/** SS §4.6, §8. */
export const FORECAST_DAYS_MIN = 0
export const FORECAST_DAYS_MAX = 16
export const FORECAST_DAYS_DEFAULT = 7
/** SS §4.1, §4.2, §4.5. */
export const TIMEZONE_DEFAULT = 'Asia/Shanghai'

/** DL §5, SS §5. */
export const API_KEY_PREFIX = 'sk-'
/** DL §2.3, §5. */
export const TOKEN_PREFIX = 'ft-'
/** SS §2.3: `visibility` of this value means CAVOK. */
export const VISIBILITY_CAVOK = 99_999
/** SS §2.1: `code` of a successful envelope. */
export const CODE_OK = 0
/** SS §7: more than 5 stations, or a span over 10 days. */
export const CODE_BAD_REQUEST = 40_000
