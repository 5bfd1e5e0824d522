/**
 * React Router starts its scripts with the document: preloads in the head and one inline module.
 * On a slow line they take the bandwidth that the first paint needs. This puts both off until the
 * browser has painted; what a person does before that stays, because nothing of it needs scripts.
 */
export function scriptsAfterPaint(html: string) {
  const preloads: string[] = []
  const page = html.replaceAll(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, href) => {
    preloads.push(href)
    return ''
  })
  return page.replace(
    /<script( nonce="[^"]*")? type="module" async="">([^]*?)<\/script>/,
    (_, attribute: string | undefined, module: string) =>
      `<script${attribute ?? ''}>${starter(preloads, module)}</script>`,
  )
}

function starter(preloads: string[], module: string) {
  const links = `for(let href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))`
  const painted =
    'new Promise(done=>new PerformanceObserver(done).observe({type:"paint",buffered:true}))'
  // Some browsers do not tell when they paint, to protect their users: a second after their first frame.
  const waited = 'new Promise(done=>requestAnimationFrame(()=>setTimeout(done,1000)))'
  return `Promise.race([${painted},${waited}]).then(async()=>{${links};${withDynamicImports(module)}})`
}

/** The module as it can stand in a function: without a script element of its own to be trusted. */
function withDynamicImports(module: string) {
  return module
    .replaceAll(/import \* as (\w+) from ("[^"]+");?/g, 'let $1=await import($2);')
    .replaceAll(/(^|\n)\s*import ("[^"]+");?/g, '$1await import($2);')
    .replaceAll(/\n\s*/g, '')
}
