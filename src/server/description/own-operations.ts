import * as z from 'zod/mini'
import { API_PATHS } from '../../contract/api-paths.ts'
import {
  letInSchema,
  letInWallSchema,
  pageConfigSchema,
  pageTokenSchema,
  signInSchema,
  statusSchema,
  wallListSchema,
  wallSignInSchema,
} from '../../contract/brontide.ts'
import { HEALS_PATH, healsSchema } from '../../contract/heals.ts'
import {
  reportsHistoryQuerySchema,
  strikeCountsQuerySchema,
  strikesHistoryQuerySchema,
} from '../../contract/history-queries.ts'
import { nowcastQuerySchema, servedNowcastSchema } from '../../contract/nowcast.ts'
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
import { ogcOperations } from '../ogc/operations.ts'
import { type Answer, type Operation, reading } from './operation.ts'
import { reportSchema, strikeSchema } from './records.ts'

/** Operations of this server beyond the contract; hazards describe their own. */

/** The first form has a strike per line; the second is described in docs/history.md. */
const strikes: Answer = { body: { [LINES_TYPE]: strikeSchema, [COLUMNS_TYPE]: null } }
const readiness = z.object({ ready: z.boolean(), missing: z.array(z.string()), degraded: z.array(z.string()) })
const signedIn = z.looseObject({ name: z.nullable(z.string()) })

const history: Operation[] = [
  {
    ...{ path: API_PATHS.strikes, method: 'get', id: 'strikes', by: 'lightning' },
    summary: 'Strikes of any period that is kept, by their own time',
    query: strikesHistoryQuerySchema,
    answers: { 200: strikes },
  },
  reading({
    ...{ path: COUNTS_PATH, id: 'strikeCounts', by: 'lightning', query: strikeCountsQuerySchema },
    summary: 'How many struck in each step of a period',
    answer: strikeCountsSchema,
  }),
  {
    ...{ path: `${MINUTE_PATH}/{minute}`, method: 'get', id: 'strikesOfMinute', by: 'lightning' },
    summary: 'Strikes of a minute, named as YYYYMMDDHHMM in UTC: for any cache to keep once it is final',
    answers: { 200: strikes },
  },
  {
    ...{ path: `${TEN_MINUTES_PATH}/{minute}`, method: 'get', id: 'strikesOfTenMinutes', by: 'lightning' },
    summary: 'Strikes of ten minutes, named as YYYYMMDDHHM0 in UTC: for any cache to keep once they are final',
    answers: { 200: strikes },
  },
  reading({
    ...{ path: API_PATHS.reports, id: 'reports', by: 'metar', query: reportsHistoryQuerySchema },
    summary: 'Airport reports of a period that is kept, by the time of their observation',
    answer: z.looseObject({ data: z.array(reportSchema) }),
  }),
  reading({
    ...{ path: API_PATHS.nowcast, id: 'nowcast', by: 'lightning', query: nowcastQuerySchema },
    summary: 'Storms and where they go, and what is to be expected at the guarded places',
    answer: servedNowcastSchema,
  }),
  reading({
    ...{ path: API_PATHS.verification, id: 'verification', by: 'lightning', query: verificationQuerySchema },
    summary: 'How good what was told turned out: by ring and horizon, of a place and a season or of all',
    answer: verificationSchema,
  }),
  reading({
    ...{ path: API_PATHS.accumulations, id: 'accumulations', by: 'lightning', query: accumulationsQuerySchema },
    summary: 'Strokes per km², or hours with thunder, by cells of the map over any period that is summed',
    answer: accumulationsSchema,
  }),
  {
    ...{ path: ACCUMULATED_PLACE_PATH, method: 'get', id: 'accumulatedPlace', by: 'lightning' },
    summary: 'When in the day and in the year it thunders at a guarded place',
    query: accumulatedPlaceQuerySchema,
    answers: { 200: { body: { 'application/json': accumulatedPlaceSchema } } },
  },
  reading({
    ...{ path: REPORT_CHECKS_PATH, id: 'reportChecks', by: 'lightning', query: reportChecksQuerySchema },
    summary: 'Thunder in airports’ reports against strokes, by month and by airport',
    answer: reportChecksSchema,
  }),
  {
    ...{ path: ALARM_SHEET_PATH, method: 'get', id: 'alarmSheet', by: 'lightning', query: alarmSheetQuerySchema },
    summary: 'What a rule of alarms would have cost and missed at a place, as IEC 62793 asks',
    answers: { 200: { body: { 'application/json': alarmSheetSchema, 'text/csv': z.string() } } },
  },
  reading({
    ...{ path: ANOTHER_STRIKE_PATH, id: 'anotherStrike', by: 'lightning', query: anotherStrikeQuerySchema },
    summary:
      'The chance of another strike in a ring after so many quiet minutes, and what going on then would have cost',
    answer: anotherStrikeSchema,
  }),
]

const watch: Operation[] = [
  {
    ...{ path: API_PATHS.places, method: 'get', id: 'places', by: 'viewer' },
    summary: 'Everything that is guarded, as GeoJSON',
    answers: { 200: { body: { 'application/geo+json': placeCollectionSchema } } },
  },
  {
    ...{ path: API_PATHS.places, method: 'post', id: 'addPlaces', by: 'person', body: placeFeatureSchema },
    summary: 'Guards a place that was drawn, or those of a FeatureCollection',
    answers: { 201: { body: placesTakenSchema } },
  },
  {
    ...{ path: `${API_PATHS.places}/{id}`, method: 'put', id: 'changePlace', by: 'person', body: placeFeatureSchema },
    summary: 'Changes a place that was drawn',
    answers: { 200: { body: placesTakenSchema } },
  },
  {
    ...{ path: `${API_PATHS.places}/{id}`, method: 'delete', id: 'removePlace', by: 'person' },
    summary: 'Takes away a place that was drawn',
    answers: { 204: {} },
  },
  {
    ...{ path: `${API_PATHS.places}/{id}/report`, method: 'get', id: 'placeReport', by: 'viewer' },
    summary: 'What was at a place in a period: strikes by ring and hour, alarms with lead time, coverage',
    query: placeReportQuerySchema,
    answers: {
      200: { body: { 'application/json': placeReportSchema, 'text/csv': z.string(), 'text/html': z.string() } },
    },
  },
  {
    ...{ path: API_PATHS.alarms, method: 'get', id: 'alarms', by: 'viewer', query: alarmsQuerySchema },
    summary: 'What was raised, the newest first',
    answers: { 200: { body: { 'application/json': alarmListSchema, 'text/csv': z.string() } } },
  },
  reading({
    ...{ path: `${API_PATHS.alarms}/load`, id: 'alarmLoad', by: 'viewer' },
    ...{ query: alarmLoadQuerySchema, answer: alarmLoadSchema },
    summary: 'Rows that ask for acknowledgement: by hour, place, level and person, floods, times to acknowledge',
  }),
  {
    ...{ path: `${API_PATHS.alarms}/stream`, method: 'get', id: 'alarmStream', by: 'viewer' },
    summary:
      'What is raised and acknowledged, as it comes: an event "alarm" each, "stop" for work stops, resumed by Last-Event-ID',
    answers: { 200: { body: { 'text/event-stream': z.string() } } },
  },
  reading({
    ...{ path: `${API_PATHS.alarms}/{id}/deliveries`, id: 'alarmDeliveries', by: 'viewer', answer: deliveryListSchema },
    summary: 'Who was told of a row of the log, by which channel, when, and with what receipt',
  }),
  {
    ...{ path: API_PATHS.deliveries, method: 'get', id: 'deliveries', by: 'viewer', query: deliveriesQuerySchema },
    summary: 'Deliveries of a period that are over, the newest first',
    answers: { 200: { body: { 'application/json': deliveryListSchema, 'text/csv': z.string() } } },
  },
  {
    ...{ path: `${API_PATHS.alarms}/{id}/acknowledge`, method: 'post', id: 'acknowledgeAlarm', by: 'person' },
    summary: 'Says that somebody has seen to an alarm',
    body: acknowledgeSchema,
    answers: { 200: { body: alarmSchema } },
  },
  {
    ...{ path: API_PATHS.privateLevels, method: 'post', id: 'privateLevels', by: 'person', body: privateLevelsSchema },
    summary: 'Evaluates levels of one’s own at places, for who asks alone; replaces those of the places named',
    answers: { 200: { body: privateLevelsAnswerSchema } },
  },
  {
    ...{ path: `${API_PATHS.privateLevels}/{id}/acknowledge`, method: 'post', id: 'acknowledgePrivate', by: 'person' },
    summary: 'Says that who asks has seen a row of their own levels',
    body: acknowledgeSchema,
    answers: { 200: { body: alarmSchema } },
  },
  reading({
    ...{ path: API_PATHS.channels, id: 'channels', by: 'viewer', answer: channelListSchema },
    summary: 'The channels by which alarms go out, and how each fares',
  }),
  reading({
    ...{ path: API_PATHS.rights, id: 'rights', by: 'viewer', answer: rightsSchema },
    summary: 'What who asks may do: acknowledge, configure, record work stops',
  }),
  {
    ...{ path: `${API_PATHS.channels}/{id}/test`, method: 'post', id: 'testChannel', by: 'person' },
    summary: 'Sends a test by a channel',
    answers: { 202: {} },
  },
  reading({
    ...{ path: API_PATHS.journal, id: 'journal', by: 'viewer', query: journalQuerySchema, answer: journalSchema },
    summary: 'What people did and left for each other, the newest first',
  }),
  {
    ...{ path: API_PATHS.journal, method: 'post', id: 'handOver', by: 'person', body: handOverSchema },
    summary: 'Leaves a note to the next shift',
    answers: { 201: { body: entrySchema } },
  },
  reading({
    ...{ path: API_PATHS.push, id: 'pushOffer', by: 'viewer', answer: pushOfferSchema },
    summary: 'The key by which a browser subscribes to push messages; null where there is no such channel',
  }),
  {
    ...{ path: API_PATHS.push, method: 'post', id: 'subscribePush', by: 'person', body: pushSubscriptionSchema },
    summary: 'Sends alarms to a browser from now on',
    answers: { 201: { body: z.object({ id: z.string() }) } },
  },
  {
    ...{ path: API_PATHS.push, method: 'delete', id: 'unsubscribePush', by: 'person', body: pushEndSchema },
    summary: 'Sends nothing to a browser any more',
    answers: { 204: {} },
  },
  reading({
    ...{ path: API_PATHS.levels, id: 'levels', by: 'viewer', query: levelsQuerySchema, answer: levelsAnswerSchema },
    summary: 'The states of action levels: of all ladders with a level not off, or of the places named',
  }),
  reading({
    ...{
      path: API_PATHS.situation,
      id: 'situation',
      by: 'viewer',
      query: situationQuerySchema,
      answer: situationSchema,
    },
    summary: 'The situation in two to eight sentences; missing data are always named',
  }),
  reading({
    ...{ path: API_PATHS.stops, id: 'stops', by: 'viewer', query: stopsQuerySchema, answer: stopListSchema },
    summary: 'Work that people have stopped and not resumed, or with a time all that was stopped in that period',
  }),
  {
    ...{ path: API_PATHS.stops, method: 'post', id: 'stopWork', by: 'person', body: stopSchema },
    summary: 'Records that work stops at a place; only a person ends the stop',
    answers: { 201: { body: workStopSchema } },
  },
  {
    ...{ path: `${API_PATHS.stops}/{id}`, method: 'put', id: 'changeStop', by: 'person', body: stopChangeSchema },
    summary: 'Changes which work rests, or its earliest resume',
    answers: { 200: { body: workStopSchema } },
  },
  {
    ...{ path: `${API_PATHS.stops}/{id}/resume`, method: 'post', id: 'endStop', by: 'person', body: resumeSchema },
    summary: 'Records that the work goes on',
    answers: { 200: { body: workStopSchema } },
  },
  reading({
    ...{ path: API_PATHS.snoozes, id: 'snoozes', by: 'viewer', answer: snoozeListSchema },
    summary: 'Places of which nothing goes out for a while',
  }),
  {
    ...{ path: `${API_PATHS.snoozes}/{place}`, method: 'put', id: 'snooze', by: 'person', body: snoozeSchema },
    summary: 'Lets nothing of a place, or of some stages of it, go out for some minutes; the log goes on',
    answers: { 200: { body: heldSnoozeSchema } },
  },
  {
    ...{ path: `${API_PATHS.snoozes}/{place}`, method: 'delete', id: 'endSnooze', by: 'person', body: snoozeEndSchema },
    summary: 'Lets what is of a place go out again',
    answers: { 204: {} },
  },
]

const access: Operation[] = [
  {
    ...{ path: `${API_PATHS.token}/{product}`, method: 'post', id: 'pageToken', by: 'viewer' },
    summary: 'A token of a product: lightning, metar or standard, and where to use it',
    answers: { 200: { body: pageTokenSchema } },
  },
  {
    ...{ path: API_PATHS.session, method: 'post', id: 'signIn', by: 'anybody' },
    summary: 'Signs in, where people do so by a password, and sets a cookie',
    body: z.union([signInSchema, wallSignInSchema]),
    answers: { 200: { body: signedIn } },
  },
  {
    ...{ path: API_PATHS.session, method: 'delete', id: 'signOut', by: 'anybody' },
    summary: 'Signs out',
    answers: { 204: {} },
  },
  reading({
    ...{ path: API_PATHS.walls, id: 'walls', by: 'person', answer: wallListSchema },
    summary: 'The walls that may come in without a password',
  }),
  {
    ...{ path: API_PATHS.walls, method: 'post', id: 'letInWall', by: 'person', body: letInSchema },
    summary: 'Lets a wall in: its code goes into the link that it is opened by',
    answers: { 201: { body: letInWallSchema } },
  },
  {
    ...{ path: `${API_PATHS.walls}/{id}`, method: 'delete', id: 'turnAwayWall', by: 'person' },
    summary: 'Turns a wall away',
    answers: { 204: {} },
  },
]

const server: Operation[] = [
  reading({
    ...{ path: API_PATHS.config, id: 'config', by: 'anybody', answer: pageConfigSchema },
    summary: 'What a page has to know before it asks for anything else',
  }),
  reading({
    ...{ path: API_PATHS.status, id: 'status', by: 'viewer', answer: statusSchema },
    summary: 'How the server is: its lines, requests, points, gaps, viewers and history',
  }),
  {
    ...{ path: HEALS_PATH, method: 'post', id: 'tellHeals', by: 'viewer', body: healsSchema },
    summary: 'A wall tells what it recovered from by itself',
    answers: { 204: {} },
  },
  reading({
    ...{ path: API_PATHS.health, id: 'health', by: 'anybody', answer: z.object({ ok: z.boolean() }) },
    summary: 'Answers while the process lives',
  }),
  {
    ...{ path: API_PATHS.ready, method: 'get', id: 'readiness', by: 'anybody' },
    summary: 'Whether viewers can be served',
    answers: { 200: { body: readiness }, 503: { says: 'Not yet, and why', body: readiness } },
  },
  {
    ...{ path: API_PATHS.metrics, method: 'get', id: 'metrics', by: 'anybody' },
    summary: 'Everything that is counted, for Prometheus',
    answers: { 200: { body: { 'text/plain': z.string() } } },
  },
  {
    ...{ path: `${API_PATHS.basemap}/{z}/{x}/{file}`, method: 'get', id: 'tile', by: 'anybody' },
    summary: 'A tile of the base map, as {y}.mvt',
    answers: {
      200: { body: { 'application/vnd.mapbox-vector-tile': null } },
      204: { says: 'Nothing is drawn there' },
    },
  },
  ...[
    { path: API_PATHS.openapi, id: 'openapi', summary: 'This description' },
    { path: API_PATHS.asyncapi, id: 'asyncapi', summary: 'The description of the sockets, in AsyncAPI' },
  ].map((of) => reading({ ...of, by: 'anybody', answer: z.looseObject({}) })),
]

export const ownOperations: readonly Operation[] = [...history, ...ogcOperations, ...watch, ...access, ...server]
