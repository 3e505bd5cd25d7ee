// Hazards with server routes beyond the contract: one line each.
export { fires } from './fires/index.ts'
