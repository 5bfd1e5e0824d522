/** A number with what it counts, such as '1 application' or '2,000 applications'. */
export function countOf(count: number, one: string, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
