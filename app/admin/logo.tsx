/** The foundation's logo. The name beside it says the same. */
export function Logo({ className }: { className: string }) {
  return <img src="/icon.svg" alt="" className={className} />
}
