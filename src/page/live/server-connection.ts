import { createContext, useContext } from 'react'
import type { LiveData } from './live-data.ts'
import type { ServerAccess } from './server-access.ts'

/** The page's connection to its server, made once in `page/app/connect.ts`. */
export interface ServerConnection extends ServerAccess {
  live: LiveData
}

const ServerConnectionContext = createContext<ServerConnection | null>(null)
export const ServerConnectionProvider = ServerConnectionContext.Provider

export function useServerConnection(): ServerConnection {
  const connection = useContext(ServerConnectionContext)
  if (!connection) throw new Error('No ServerConnectionProvider above.')
  return connection
}

export function useLive(): LiveData {
  return useServerConnection().live
}
