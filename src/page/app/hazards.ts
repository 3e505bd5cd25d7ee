// Every hazard of the page: one line each. Their order is their own.
export { airports } from '../features/airports/index.ts'
export { fires } from '../features/fires/index.ts'
export { lightning } from '../features/lightning/index.ts'
export { point, station } from '../features/point/index.ts'
export { storms } from '../features/storms/index.ts'
export { places } from '../features/watch/index.ts'
