import proxyAddr from '@fastify/proxy-addr'
import type { FastifyServerOptions } from 'fastify'

/** Whether an address is that of a trusted proxy, by the setting `TRUST_PROXY`. */
export function trustFunction(trustProxy: FastifyServerOptions['trustProxy']) {
  if (typeof trustProxy === 'function') return trustProxy
  if (typeof trustProxy !== 'string') return () => trustProxy === true
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()))
}
