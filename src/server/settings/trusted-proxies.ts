import { BlockList, isIP } from 'node:net'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import type { ReadText } from './kept-file.ts'

/** Default: proxies on this machine. */
export const LOCAL_PROXIES: readonly string[] = ['127.0.0.0/8', '::1']

export interface TrustedProxies {
  has(address: string): boolean
}

/** Reads addresses and networks (`10.0.0.7`, `10.0.0.0/8`, `fd00::/8`) separated by commas or blanks. */
export function readTrustedProxies(text: string): ReadText<string[]> {
  const networks = text.split(/[,\s]+/).filter((part) => part !== '')
  const wrong = networks.filter((network) => !isNetwork(network))
  if (wrong.length === 0) return { ok: true, value: networks }
  return { ok: false, problems: [problemAt(faultOf('networks', { wrong: wrong.join(', ') }))] }
}

export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const network of networks) {
    const { address, bits, family } = partsOf(network)
    if (bits === null) list.addAddress(address, family)
    else list.addSubnet(address, bits, family)
  }
  return {
    has(address) {
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

function partsOf(network: string) {
  const [address = '', bits = null] = network.split('/')
  const family = isIP(address) === 4 ? ('ipv4' as const) : ('ipv6' as const)
  return { address, bits: bits === null ? null : Number(bits), family }
}

function isNetwork(network: string): boolean {
  if (!/^[^/]+(\/\d{1,3})?$/.test(network)) return false
  const { address, bits, family } = partsOf(network)
  return isIP(address) !== 0 && (bits === null || bits <= (family === 'ipv4' ? 32 : 128))
}
