// Every hazard of which our own server says more than the contract does: one line each.
export { fires } from './fires/index.ts'
