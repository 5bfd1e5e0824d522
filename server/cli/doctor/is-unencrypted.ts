/** Whether a URL is http and leads to another machine. */
export function isUnencrypted(url: string) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
