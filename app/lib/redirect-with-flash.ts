/** Loads another page, which shows the notice: a toast would go down with this one. */
export function leaveWith(notice: string, to: string) {
  sessionStorage.setItem('notice', notice)
  location.assign(to)
}
