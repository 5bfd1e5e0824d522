import proxyAddr from '@fastify/proxy-addr'
import type { FastifyServerOptions } from 'fastify'

/** Returns a function that tells whether an IP address is a trusted proxy, by `TRUST_PROXY`. */
export function trustFunction(trustProxy: FastifyServerOptions['trustProxy']) {
  if (typeof trustProxy === 'function') return trustProxy
  if (typeof trustProxy !== 'string') return () => trustProxy === true
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()))
}
