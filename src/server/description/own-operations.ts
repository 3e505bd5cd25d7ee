import * as z from 'zod/mini'
import { API_PATHS } from '../../contract/api-paths.ts'
import { pageConfigSchema, pageTokenSchema } from '../../contract/brontide.ts'
import { CHANCE_FIELD_PATH, chanceFieldQuerySchema, chanceFieldSchema } from '../../contract/chance/field.ts'
import { HEALS_PATH, healsSchema } from '../../contract/heals.ts'
import {
  reportsHistoryQuerySchema,
  strikeCountsQuerySchema,
  strikesHistoryQuerySchema,
} from '../../contract/history-queries.ts'
import { nowcastQuerySchema, servedNowcastSchema } from '../../contract/nowcast.ts'
import {
  admittedWallSchema,
  admitWallSchema,
  signInSchema,
  wallListSchema,
  wallSignInSchema,
} from '../../contract/server/sign-in.ts'
import { statusSchema } from '../../contract/server/status.ts'
import {
  COLUMNS_TYPE,
  COUNTS_PATH,
  LINES_TYPE,
  MINUTE_PATH,
  strikeCountsSchema,
  TEN_MINUTES_PATH,
} from '../../contract/strike-history.ts'
import {
  ACCUMULATED_PLACE_PATH,
  accumulatedPlaceSchema,
  accumulationsSchema,
  REPORT_CHECKS_PATH,
  reportChecksSchema,
} from '../../contract/verification/accumulations.ts'
import { ALARM_SHEET_PATH, alarmSheetSchema } from '../../contract/verification/alarm-sheet.ts'
import { ANOTHER_STRIKE_PATH, anotherStrikeSchema } from '../../contract/verification/another-strike.ts'
import {
  accumulatedPlaceQuerySchema,
  accumulationsQuerySchema,
  alarmSheetQuerySchema,
  anotherStrikeQuerySchema,
  reportChecksQuerySchema,
  verificationQuerySchema,
} from '../../contract/verification/queries.ts'
import { verificationSchema } from '../../contract/verification/verification.ts'
import {
  acknowledgeSchema,
  alarmListSchema,
  alarmSchema,
  alarmsQuerySchema,
  channelListSchema,
} from '../../contract/watch/alarms.ts'
import { deliveriesQuerySchema, deliveryListSchema } from '../../contract/watch/deliveries.ts'
import {
  entrySchema,
  handOverSchema,
  heldSnoozeSchema,
  journalQuerySchema,
  journalSchema,
  snoozeEndSchema,
  snoozeListSchema,
  snoozeSchema,
} from '../../contract/watch/journal.ts'
import { levelsAnswerSchema, levelsQuerySchema, workStopSchema } from '../../contract/watch/place-states.ts'
import { placeCollectionSchema, placeFeatureSchema, placesTakenSchema } from '../../contract/watch/places.ts'
import { privateLevelsAnswerSchema, privateLevelsSchema } from '../../contract/watch/private-levels.ts'
import { pushEndSchema, pushOfferSchema, pushSubscriptionSchema } from '../../contract/watch/push.ts'
import { placeReportQuerySchema, placeReportSchema } from '../../contract/watch/report.ts'
import { rightsSchema } from '../../contract/watch/rights.ts'
import {
  alarmLoadQuerySchema,
  alarmLoadSchema,
  situationQuerySchema,
  situationSchema,
} from '../../contract/watch/sheets.ts'
import {
  resumeSchema,
  stopChangeSchema,
  stopListSchema,
  stopSchema,
  stopsQuerySchema,
} from '../../contract/watch/stops.ts'
import { ogcOperations } from './ogc-operations.ts'
import { type Answer, type Operation, reading } from './operation.ts'
import { reportSchema, strikeSchema } from './records.ts'

/** Operations of this server beyond the contract; hazards describe their own. */

/** The first form has a strike per line; core/strikes/strike-chunks.ts describes the second. */
const strikes: Answer = { body: { [LINES_TYPE]: strikeSchema, [COLUMNS_TYPE]: null } }
const readiness = z.object({ ready: z.boolean(), missing: z.array(z.string()), degraded: z.array(z.string()) })
const signedIn = z.looseObject({ name: z.nullable(z.string()) })

const history: Operation[] = [
  {
    path: API_PATHS.strikes,
    method: 'get',
    id: 'strikes',
    by: 'lightning',
    summary: 'Stored strikes of a period, by strike time',
    query: strikesHistoryQuerySchema,
    answers: { 200: strikes },
  },
  reading({
    path: COUNTS_PATH,
    id: 'strikeCounts',
    by: 'lightning',
    query: strikeCountsQuerySchema,
    summary: 'Strike counts per step of a period',
    answer: strikeCountsSchema,
  }),
  {
    path: `${MINUTE_PATH}/{minute}`,
    method: 'get',
    id: 'strikesOfMinute',
    by: 'lightning',
    summary: 'Strikes of a minute, named YYYYMMDDHHMM in UTC; cacheable once sealed',
    answers: { 200: strikes },
  },
  {
    path: `${TEN_MINUTES_PATH}/{minute}`,
    method: 'get',
    id: 'strikesOfTenMinutes',
    by: 'lightning',
    summary: 'Strikes of ten minutes, named YYYYMMDDHHM0 in UTC; cacheable once sealed',
    answers: { 200: strikes },
  },
  reading({
    path: API_PATHS.reports,
    id: 'reports',
    by: 'metar',
    query: reportsHistoryQuerySchema,
    summary: 'Stored airport reports of a period, by time of observation',
    answer: z.looseObject({ data: z.array(reportSchema) }),
  }),
  reading({
    path: API_PATHS.nowcast,
    id: 'nowcast',
    by: 'lightning',
    query: nowcastQuerySchema,
    summary: 'Nowcast: storms with their motion, and probabilities for monitored places',
    answer: servedNowcastSchema,
  }),
  reading({
    path: CHANCE_FIELD_PATH,
    id: 'chanceField',
    by: 'lightning',
    query: chanceFieldQuerySchema,
    summary: 'Contours of the chance of lightning in a box, as GeoJSON',
    answer: chanceFieldSchema,
  }),
  reading({
    path: API_PATHS.verification,
    id: 'verification',
    by: 'lightning',
    query: verificationQuerySchema,
    summary: 'Verification of forecasts by ring and horizon, for one place and season or all',
    answer: verificationSchema,
  }),
  reading({
    path: API_PATHS.accumulations,
    id: 'accumulations',
    by: 'lightning',
    query: accumulationsQuerySchema,
    summary: 'Strokes per km², or thunder hours, by map cell over any aggregated period',
    answer: accumulationsSchema,
  }),
  {
    path: ACCUMULATED_PLACE_PATH,
    method: 'get',
    id: 'accumulatedPlace',
    by: 'lightning',
    summary: 'Thunder by hour of day and month at a monitored place',
    query: accumulatedPlaceQuerySchema,
    answers: { 200: { body: { 'application/json': accumulatedPlaceSchema } } },
  },
  reading({
    path: REPORT_CHECKS_PATH,
    id: 'reportChecks',
    by: 'lightning',
    query: reportChecksQuerySchema,
    summary: 'Thunder in airport reports compared with strokes, by month and by airport',
    answer: reportChecksSchema,
  }),
  {
    path: ALARM_SHEET_PATH,
    method: 'get',
    id: 'alarmSheet',
    by: 'lightning',
    query: alarmSheetQuerySchema,
    summary: 'Hypothetical alarms of a rule at a place, evaluated by IEC 62793',
    answers: { 200: { body: { 'application/json': alarmSheetSchema, 'text/csv': z.string() } } },
  },
  reading({
    path: ANOTHER_STRIKE_PATH,
    id: 'anotherStrike',
    by: 'lightning',
    query: anotherStrikeQuerySchema,
    summary: 'Probability of another strike in a ring after minutes without one, and the resulting closure times',
    answer: anotherStrikeSchema,
  }),
]

const watch: Operation[] = [
  {
    path: API_PATHS.places,
    method: 'get',
    id: 'places',
    by: 'viewer',
    summary: 'All monitored places, as GeoJSON',
    answers: { 200: { body: { 'application/geo+json': placeCollectionSchema } } },
  },
  {
    path: API_PATHS.places,
    method: 'post',
    id: 'addPlaces',
    by: 'person',
    body: placeFeatureSchema,
    summary: 'Adds a drawn place, or the places of a FeatureCollection',
    answers: { 201: { body: placesTakenSchema } },
  },
  {
    path: `${API_PATHS.places}/{id}`,
    method: 'put',
    id: 'changePlace',
    by: 'person',
    body: placeFeatureSchema,
    summary: 'Replaces a drawn place',
    answers: { 200: { body: placesTakenSchema } },
  },
  {
    path: `${API_PATHS.places}/{id}`,
    method: 'delete',
    id: 'removePlace',
    by: 'person',
    summary: 'Deletes a drawn place',
    answers: { 204: {} },
  },
  {
    path: `${API_PATHS.places}/{id}/report`,
    method: 'get',
    id: 'placeReport',
    by: 'viewer',
    summary: 'Report of a place and period: strikes by ring and hour, alarms with lead time, coverage',
    query: placeReportQuerySchema,
    answers: {
      200: { body: { 'application/json': placeReportSchema, 'text/csv': z.string(), 'text/html': z.string() } },
    },
  },
  {
    path: API_PATHS.alarms,
    method: 'get',
    id: 'alarms',
    by: 'viewer',
    query: alarmsQuerySchema,
    summary: 'Alarm log, newest first',
    answers: { 200: { body: { 'application/json': alarmListSchema, 'text/csv': z.string() } } },
  },
  reading({
    path: `${API_PATHS.alarms}/load`,
    id: 'alarmLoad',
    by: 'viewer',
    query: alarmLoadQuerySchema,
    answer: alarmLoadSchema,
    summary:
      'Alarm load: rows that require acknowledgement by hour, place, level and person, floods, times to acknowledge',
  }),
  {
    path: `${API_PATHS.alarms}/stream`,
    method: 'get',
    id: 'alarmStream',
    by: 'viewer',
    summary:
      'Stream of raised and acknowledged alarms: events "alarm" and "stop" (work stops), resumable by Last-Event-ID',
    answers: { 200: { body: { 'text/event-stream': z.string() } } },
  },
  reading({
    path: `${API_PATHS.alarms}/{id}/deliveries`,
    id: 'alarmDeliveries',
    by: 'viewer',
    answer: deliveryListSchema,
    summary: 'Deliveries of a row of the log: channel, time and receipt',
  }),
  {
    path: API_PATHS.deliveries,
    method: 'get',
    id: 'deliveries',
    by: 'viewer',
    query: deliveriesQuerySchema,
    summary: 'Completed deliveries of a period, newest first',
    answers: { 200: { body: { 'application/json': deliveryListSchema, 'text/csv': z.string() } } },
  },
  {
    path: `${API_PATHS.alarms}/{id}/acknowledge`,
    method: 'post',
    id: 'acknowledgeAlarm',
    by: 'person',
    summary: 'Acknowledges an alarm',
    body: acknowledgeSchema,
    answers: { 200: { body: alarmSchema } },
  },
  {
    path: API_PATHS.privateLevels,
    method: 'post',
    id: 'privateLevels',
    by: 'person',
    body: privateLevelsSchema,
    summary: 'Activates the caller’s own levels at the named places, replacing earlier ones there',
    answers: { 200: { body: privateLevelsAnswerSchema } },
  },
  {
    path: `${API_PATHS.privateLevels}/{id}/acknowledge`,
    method: 'post',
    id: 'acknowledgePrivate',
    by: 'person',
    summary: 'Acknowledges a row of the caller’s own levels',
    body: acknowledgeSchema,
    answers: { 200: { body: alarmSchema } },
  },
  reading({
    path: API_PATHS.channels,
    id: 'channels',
    by: 'viewer',
    answer: channelListSchema,
    summary: 'Delivery channels with their health',
  }),
  reading({
    path: API_PATHS.rights,
    id: 'rights',
    by: 'viewer',
    answer: rightsSchema,
    summary: 'Permissions of the caller: acknowledge, configure, record work stops',
  }),
  {
    path: `${API_PATHS.channels}/{id}/test`,
    method: 'post',
    id: 'testChannel',
    by: 'person',
    summary: 'Sends a test through a channel',
    answers: { 202: {} },
  },
  reading({
    path: API_PATHS.journal,
    id: 'journal',
    by: 'viewer',
    query: journalQuerySchema,
    answer: journalSchema,
    summary: 'Journal of actions and notes, newest first',
  }),
  {
    path: API_PATHS.journal,
    method: 'post',
    id: 'handOver',
    by: 'person',
    body: handOverSchema,
    summary: 'Adds a note for the next shift',
    answers: { 201: { body: entrySchema } },
  },
  reading({
    path: API_PATHS.push,
    id: 'pushOffer',
    by: 'viewer',
    answer: pushOfferSchema,
    summary: 'VAPID public key for push subscriptions; null without a push channel',
  }),
  {
    path: API_PATHS.push,
    method: 'post',
    id: 'subscribePush',
    by: 'person',
    body: pushSubscriptionSchema,
    summary: 'Subscribes a browser to push messages',
    answers: { 201: { body: z.object({ id: z.string() }) } },
  },
  {
    path: API_PATHS.push,
    method: 'delete',
    id: 'unsubscribePush',
    by: 'person',
    body: pushEndSchema,
    summary: 'Unsubscribes a browser from push messages',
    answers: { 204: {} },
  },
  reading({
    path: API_PATHS.levels,
    id: 'levels',
    by: 'viewer',
    query: levelsQuerySchema,
    answer: levelsAnswerSchema,
    summary: 'States of action levels: of all ladders with a level not off, or of the named places',
  }),
  reading({
    path: API_PATHS.situation,
    id: 'situation',
    by: 'viewer',
    query: situationQuerySchema,
    answer: situationSchema,
    summary: 'The situation in two to eight sentences; missing data are always named',
  }),
  reading({
    path: API_PATHS.stops,
    id: 'stops',
    by: 'viewer',
    query: stopsQuerySchema,
    answer: stopListSchema,
    summary: 'Open work stops, or with a period all work stops in it',
  }),
  {
    path: API_PATHS.stops,
    method: 'post',
    id: 'stopWork',
    by: 'person',
    body: stopSchema,
    summary: 'Records a work stop at a place; only a person ends it',
    answers: { 201: { body: workStopSchema } },
  },
  {
    path: `${API_PATHS.stops}/{id}`,
    method: 'put',
    id: 'changeStop',
    by: 'person',
    body: stopChangeSchema,
    summary: 'Changes the work or the earliest resume of a stop',
    answers: { 200: { body: workStopSchema } },
  },
  {
    path: `${API_PATHS.stops}/{id}/resume`,
    method: 'post',
    id: 'endStop',
    by: 'person',
    body: resumeSchema,
    summary: 'Records the resumption of work',
    answers: { 200: { body: workStopSchema } },
  },
  reading({
    path: API_PATHS.snoozes,
    id: 'snoozes',
    by: 'viewer',
    answer: snoozeListSchema,
    summary: 'Snoozed places',
  }),
  {
    path: `${API_PATHS.snoozes}/{place}`,
    method: 'put',
    id: 'snooze',
    by: 'person',
    body: snoozeSchema,
    summary: 'Snoozes messages of a place, or of some of its levels, for some minutes; the log is unaffected',
    answers: { 200: { body: heldSnoozeSchema } },
  },
  {
    path: `${API_PATHS.snoozes}/{place}`,
    method: 'delete',
    id: 'endSnooze',
    by: 'person',
    body: snoozeEndSchema,
    summary: 'Ends the snooze of a place',
    answers: { 204: {} },
  },
]

const access: Operation[] = [
  {
    path: `${API_PATHS.token}/{product}`,
    method: 'post',
    id: 'pageToken',
    by: 'viewer',
    summary: 'Issues a token of a product (lightning, metar or standard), with the address for its use',
    answers: { 200: { body: pageTokenSchema } },
  },
  {
    path: API_PATHS.session,
    method: 'post',
    id: 'signIn',
    by: 'anybody',
    summary: 'Signs in by password or wall link, and sets a cookie',
    body: z.union([signInSchema, wallSignInSchema]),
    answers: { 200: { body: signedIn } },
  },
  {
    path: API_PATHS.session,
    method: 'delete',
    id: 'signOut',
    by: 'anybody',
    summary: 'Signs out',
    answers: { 204: {} },
  },
  reading({
    path: API_PATHS.walls,
    id: 'walls',
    by: 'person',
    answer: wallListSchema,
    summary: 'Admitted wall displays',
  }),
  {
    path: API_PATHS.walls,
    method: 'post',
    id: 'letInWall',
    by: 'person',
    body: admitWallSchema,
    summary: 'Admits a wall display; returns the code for its link',
    answers: { 201: { body: admittedWallSchema } },
  },
  {
    path: `${API_PATHS.walls}/{id}`,
    method: 'delete',
    id: 'turnAwayWall',
    by: 'person',
    summary: 'Removes a wall display',
    answers: { 204: {} },
  },
]

const server: Operation[] = [
  reading({
    path: API_PATHS.config,
    id: 'config',
    by: 'anybody',
    answer: pageConfigSchema,
    summary: 'Configuration of the page',
  }),
  reading({
    path: API_PATHS.status,
    id: 'status',
    by: 'viewer',
    answer: statusSchema,
    summary: 'Status of the server: lines, requests, points, gaps, viewers and history',
  }),
  {
    path: HEALS_PATH,
    method: 'post',
    id: 'tellHeals',
    by: 'viewer',
    body: healsSchema,
    summary: 'Reports automatic recoveries of a wall display',
    answers: { 204: {} },
  },
  reading({
    path: API_PATHS.health,
    id: 'health',
    by: 'anybody',
    answer: z.object({ ok: z.boolean() }),
    summary: 'Liveness probe',
  }),
  {
    path: API_PATHS.ready,
    method: 'get',
    id: 'readiness',
    by: 'anybody',
    summary: 'Readiness probe',
    answers: { 200: { body: readiness }, 503: { says: 'Not yet, and why', body: readiness } },
  },
  {
    path: API_PATHS.metrics,
    method: 'get',
    id: 'metrics',
    by: 'anybody',
    summary: 'Metrics in Prometheus format',
    answers: { 200: { body: { 'text/plain': z.string() } } },
  },
  {
    path: `${API_PATHS.basemap}/{z}/{x}/{file}`,
    method: 'get',
    id: 'tile',
    by: 'anybody',
    summary: 'A tile of the base map, as {y}.mvt',
    answers: {
      200: { body: { 'application/vnd.mapbox-vector-tile': null } },
      204: { says: 'Nothing is drawn there' },
    },
  },
  {
    path: `${API_PATHS.basemap}/relief/{z}/{x}/{file}`,
    method: 'get',
    id: 'relief',
    by: 'anybody',
    summary: 'A picture of the relief of the base map, as {y}.png',
    answers: { 200: { body: { 'image/png': null } }, 404: { says: 'No such picture' } },
  },
  ...[
    { path: API_PATHS.openapi, id: 'openapi', summary: 'This description' },
    { path: API_PATHS.asyncapi, id: 'asyncapi', summary: 'The description of the sockets, in AsyncAPI' },
  ].map((of) => reading({ ...of, by: 'anybody', answer: z.looseObject({}) })),
]

export const ownOperations: readonly Operation[] = [...history, ...ogcOperations, ...watch, ...access, ...server]
