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
  alarmStreamQuerySchema,
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
import { del, get, type Operation, post, put } from './operation.ts'
import { reportSchema, strikeSchema } from './records.ts'

/** The first form has a strike per line; core/strikes/strike-chunks.ts describes the second. */
const strikes = { [LINES_TYPE]: strikeSchema, [COLUMNS_TYPE]: null }
const readiness = z.object({ ready: z.boolean(), missing: z.array(z.string()), degraded: z.array(z.string()) })
const signedIn = z.looseObject({ name: z.nullable(z.string()) })

const history: Operation[] = [
  get('lightning', API_PATHS.strikes, 'strikes', {
    summary: 'Stored strikes of a period, by strike time',
    query: strikesHistoryQuerySchema,
    answer: strikes,
  }),
  get('lightning', COUNTS_PATH, 'strikeCounts', {
    summary: 'Strike counts per step of a period',
    query: strikeCountsQuerySchema,
    answer: strikeCountsSchema,
  }),
  get('lightning', `${MINUTE_PATH}/{minute}`, 'strikesOfMinute', {
    summary: 'Strikes of a minute, named YYYYMMDDHHMM in UTC; cacheable once sealed',
    answer: strikes,
  }),
  get('lightning', `${TEN_MINUTES_PATH}/{minute}`, 'strikesOfTenMinutes', {
    summary: 'Strikes of ten minutes, named YYYYMMDDHHM0 in UTC; cacheable once sealed',
    answer: strikes,
  }),
  get('metar', API_PATHS.reports, 'reports', {
    summary: 'Stored airport reports of a period, by time of observation',
    query: reportsHistoryQuerySchema,
    answer: z.looseObject({ data: z.array(reportSchema) }),
  }),
  get('lightning', API_PATHS.nowcast, 'nowcast', {
    summary: 'Nowcast: storms with their motion, and probabilities for monitored places',
    query: nowcastQuerySchema,
    answer: servedNowcastSchema,
  }),
  get('lightning', CHANCE_FIELD_PATH, 'chanceField', {
    summary: 'Contours of the chance of lightning in a box, as GeoJSON',
    query: chanceFieldQuerySchema,
    answer: chanceFieldSchema,
  }),
  get('lightning', API_PATHS.verification, 'verification', {
    summary: 'Verification of forecasts by ring and horizon, for one place and season or all',
    query: verificationQuerySchema,
    answer: verificationSchema,
  }),
  get('lightning', API_PATHS.accumulations, 'accumulations', {
    summary: 'Strokes per km², or thunder hours, by map cell over any aggregated period',
    query: accumulationsQuerySchema,
    answer: accumulationsSchema,
  }),
  get('lightning', ACCUMULATED_PLACE_PATH, 'accumulatedPlace', {
    summary: 'Thunder by hour of day and month at a monitored place',
    query: accumulatedPlaceQuerySchema,
    answer: accumulatedPlaceSchema,
  }),
  get('lightning', REPORT_CHECKS_PATH, 'reportChecks', {
    summary: 'Thunder in airport reports compared with strokes, by month and by airport',
    query: reportChecksQuerySchema,
    answer: reportChecksSchema,
  }),
  get('lightning', ALARM_SHEET_PATH, 'alarmSheet', {
    summary: 'Hypothetical alarms of a rule at a place, evaluated by IEC 62793',
    query: alarmSheetQuerySchema,
    answer: { 'application/json': alarmSheetSchema, 'text/csv': z.string() },
  }),
  get('lightning', ANOTHER_STRIKE_PATH, 'anotherStrike', {
    summary: 'Probability of another strike in a ring after minutes without one, and the resulting closure times',
    query: anotherStrikeQuerySchema,
    answer: anotherStrikeSchema,
  }),
]

const watch: Operation[] = [
  get('viewer', API_PATHS.places, 'places', {
    summary: 'All monitored places, as GeoJSON',
    answer: { 'application/geo+json': placeCollectionSchema },
  }),
  post('person', API_PATHS.places, 'addPlaces', {
    summary: 'Adds a drawn place, or the places of a FeatureCollection',
    body: placeFeatureSchema,
    answer: placesTakenSchema,
    status: 201,
  }),
  put('person', `${API_PATHS.places}/{id}`, 'changePlace', {
    summary: 'Replaces a drawn place',
    body: placeFeatureSchema,
    answer: placesTakenSchema,
  }),
  del('person', `${API_PATHS.places}/{id}`, 'removePlace', { summary: 'Deletes a drawn place' }),
  get('viewer', `${API_PATHS.places}/{id}/report`, 'placeReport', {
    summary: 'Report of a place and period: strikes by ring and hour, alarms with lead time, coverage',
    query: placeReportQuerySchema,
    answer: { 'application/json': placeReportSchema, 'text/csv': z.string(), 'text/html': z.string() },
  }),
  get('viewer', API_PATHS.alarms, 'alarms', {
    summary: 'Alarm log, newest first',
    query: alarmsQuerySchema,
    answer: { 'application/json': alarmListSchema, 'text/csv': z.string() },
  }),
  get('viewer', `${API_PATHS.alarms}/load`, 'alarmLoad', {
    summary:
      'Alarm load: rows that require acknowledgement by hour, place, level and person, floods, times to acknowledge',
    query: alarmLoadQuerySchema,
    answer: alarmLoadSchema,
  }),
  get('viewer', `${API_PATHS.alarms}/stream`, 'alarmStream', {
    summary:
      'Stream of raised and acknowledged alarms: events "alarm" and "stop" (work stops), resumable by Last-Event-ID',
    query: alarmStreamQuerySchema,
    answer: { 'text/event-stream': z.string() },
  }),
  get('viewer', `${API_PATHS.alarms}/{id}/deliveries`, 'alarmDeliveries', {
    summary: 'Deliveries of a row of the log: channel, time and receipt',
    answer: deliveryListSchema,
  }),
  get('viewer', API_PATHS.deliveries, 'deliveries', {
    summary: 'Completed deliveries of a period, newest first',
    query: deliveriesQuerySchema,
    answer: { 'application/json': deliveryListSchema, 'text/csv': z.string() },
  }),
  post('person', `${API_PATHS.alarms}/{id}/acknowledge`, 'acknowledgeAlarm', {
    summary: 'Acknowledges an alarm',
    body: acknowledgeSchema,
    answer: alarmSchema,
  }),
  post('person', API_PATHS.privateLevels, 'privateLevels', {
    summary: 'Activates the caller’s own levels at the named places, replacing earlier ones there',
    body: privateLevelsSchema,
    answer: privateLevelsAnswerSchema,
  }),
  post('person', `${API_PATHS.privateLevels}/{id}/acknowledge`, 'acknowledgePrivate', {
    summary: 'Acknowledges a row of the caller’s own levels',
    body: acknowledgeSchema,
    answer: alarmSchema,
  }),
  get('viewer', API_PATHS.channels, 'channels', {
    summary: 'Delivery channels with their health',
    answer: channelListSchema,
  }),
  get('viewer', API_PATHS.rights, 'rights', {
    summary: 'Permissions of the caller: acknowledge, configure, record work stops',
    answer: rightsSchema,
  }),
  post('person', `${API_PATHS.channels}/{id}/test`, 'testChannel', {
    summary: 'Sends a test through a channel',
    status: 202,
  }),
  get('viewer', API_PATHS.journal, 'journal', {
    summary: 'Journal of actions and notes, newest first',
    query: journalQuerySchema,
    answer: journalSchema,
  }),
  post('person', API_PATHS.journal, 'handOver', {
    summary: 'Adds a note for the next shift',
    body: handOverSchema,
    answer: entrySchema,
    status: 201,
  }),
  get('viewer', API_PATHS.push, 'pushOffer', {
    summary: 'VAPID public key for push subscriptions; null without a push channel',
    answer: pushOfferSchema,
  }),
  post('person', API_PATHS.push, 'subscribePush', {
    summary: 'Subscribes a browser to push messages',
    body: pushSubscriptionSchema,
    answer: z.object({ id: z.string() }),
    status: 201,
  }),
  del('person', API_PATHS.push, 'unsubscribePush', {
    summary: 'Unsubscribes a browser from push messages',
    body: pushEndSchema,
  }),
  get('viewer', API_PATHS.levels, 'levels', {
    summary: 'States of action levels: of all ladders with a level not off, or of the named places',
    query: levelsQuerySchema,
    answer: levelsAnswerSchema,
  }),
  get('viewer', API_PATHS.situation, 'situation', {
    summary: 'The situation in two to eight sentences; missing data are always named',
    query: situationQuerySchema,
    answer: situationSchema,
  }),
  get('viewer', API_PATHS.stops, 'stops', {
    summary: 'Open work stops, or with a period all work stops in it',
    query: stopsQuerySchema,
    answer: stopListSchema,
  }),
  post('person', API_PATHS.stops, 'stopWork', {
    summary: 'Records a work stop at a place; only a person ends it',
    body: stopSchema,
    answer: workStopSchema,
    status: 201,
  }),
  put('person', `${API_PATHS.stops}/{id}`, 'changeStop', {
    summary: 'Changes the work or the earliest resume of a stop',
    body: stopChangeSchema,
    answer: workStopSchema,
  }),
  post('person', `${API_PATHS.stops}/{id}/resume`, 'endStop', {
    summary: 'Records the resumption of work',
    body: resumeSchema,
    answer: workStopSchema,
  }),
  get('viewer', API_PATHS.snoozes, 'snoozes', { summary: 'Snoozed places', answer: snoozeListSchema }),
  put('person', `${API_PATHS.snoozes}/{place}`, 'snooze', {
    summary: 'Snoozes messages of a place, or of some of its levels, for some minutes; the log is unaffected',
    body: snoozeSchema,
    answer: heldSnoozeSchema,
  }),
  del('person', `${API_PATHS.snoozes}/{place}`, 'endSnooze', {
    summary: 'Ends the snooze of a place',
    body: snoozeEndSchema,
  }),
]

const access: Operation[] = [
  post('viewer', `${API_PATHS.token}/{product}`, 'pageToken', {
    summary: 'Issues a token of a product (lightning, metar or standard), with the address for its use',
    answer: pageTokenSchema,
  }),
  post('anybody', API_PATHS.session, 'signIn', {
    summary: 'Signs in by password or wall link, and sets a cookie',
    body: z.union([signInSchema, wallSignInSchema]),
    answer: signedIn,
  }),
  del('anybody', API_PATHS.session, 'signOut', { summary: 'Signs out' }),
  get('person', API_PATHS.walls, 'walls', { summary: 'Admitted wall displays', answer: wallListSchema }),
  post('person', API_PATHS.walls, 'letInWall', {
    summary: 'Admits a wall display; returns the code for its link',
    body: admitWallSchema,
    answer: admittedWallSchema,
    status: 201,
  }),
  del('person', `${API_PATHS.walls}/{id}`, 'turnAwayWall', { summary: 'Removes a wall display' }),
]

const server: Operation[] = [
  get('anybody', API_PATHS.config, 'config', { summary: 'Configuration of the page', answer: pageConfigSchema }),
  get('viewer', API_PATHS.status, 'status', {
    summary: 'Status of the server: lines, requests, points, gaps, viewers and history',
    answer: statusSchema,
  }),
  post('viewer', HEALS_PATH, 'tellHeals', {
    summary: 'Reports automatic recoveries of a wall display',
    body: healsSchema,
  }),
  get('anybody', API_PATHS.health, 'health', { summary: 'Liveness probe', answer: z.object({ ok: z.boolean() }) }),
  get('anybody', API_PATHS.ready, 'readiness', {
    summary: 'Readiness probe',
    answer: readiness,
    also: { 503: { says: 'Not yet, and why', body: readiness } },
  }),
  get('anybody', API_PATHS.metrics, 'metrics', {
    summary: 'Metrics in Prometheus format',
    answer: { 'text/plain': z.string() },
  }),
  get('anybody', `${API_PATHS.basemap}/{z}/{x}/{file}`, 'tile', {
    summary: 'A tile of the base map, as {y}.mvt',
    answer: { 'application/vnd.mapbox-vector-tile': null },
    also: { 204: { says: 'Nothing is drawn there' } },
  }),
  get('anybody', `${API_PATHS.basemap}/relief/{z}/{x}/{file}`, 'relief', {
    summary: 'A picture of the relief of the base map, as {y}.png',
    answer: { 'image/png': null },
    also: { 404: { says: 'No such picture' } },
  }),
  get('anybody', API_PATHS.openapi, 'openapi', { summary: 'This description', answer: z.looseObject({}) }),
  get('anybody', API_PATHS.asyncapi, 'asyncapi', {
    summary: 'The description of the sockets, in AsyncAPI',
    answer: z.looseObject({}),
  }),
]

/** Operations of this server beyond the contract; hazards describe their own. */
export const ownOperations: readonly Operation[] = [...history, ...ogcOperations, ...watch, ...access, ...server]
