import './docs.css'

/** A search result: a heading of a page. */
interface Entry {
  readonly page: string
  readonly heading: string
  readonly href: string
}

const maxResults = 12

let loaded: Promise<readonly Entry[]> | undefined

const load = async (): Promise<readonly Entry[]> => await (await fetch('search.json')).json()

/** Finds the headings with all words. Headings that begin with the first word come first. */
function find(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const found = entries.filter(({ page, heading }) => {
    const all = `${page} ${heading}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const isLater = ({ heading }: Entry): number => Number(!heading.toLowerCase().startsWith(first))
  return words.length === 0 ? [] : found.toSorted((a, b) => isLater(a) - isLater(b))
}

function linkTo({ page, heading, href }: Entry): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href, textContent: heading })
  if (heading !== page) link.append(' ', Object.assign(document.createElement('span'), { textContent: page }))
  const item = document.createElement('li')
  item.append(link)
  return item
}

function startSearch(search: HTMLElement, input: HTMLInputElement, popup: HTMLElement): void {
  const [status, list] = [document.createElement('p'), document.createElement('ul')]
  status.setAttribute('role', 'status')
  popup.append(status, list)
  const show = async (): Promise<void> => {
    loaded ??= load()
    const found = find(await loaded, input.value)
    popup.hidden = input.value.trim() === ''
    status.textContent = found.length === 0 ? 'No title or heading has these words.' : `${found.length} found`
    list.replaceChildren(...found.slice(0, maxResults).map(linkTo))
  }
  input.addEventListener('input', () => void show())
  search.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    if (event.key === 'Escape') {
      input.value = ''
      popup.hidden = true
      input.focus()
    } else if (event.key === 'Enter' && at === -1) links[0]?.click()
    else if (event.key === 'ArrowDown') (links[at + 1] ?? input).focus()
    else if (event.key === 'ArrowUp') (at === 0 ? input : links.at(at === -1 ? -1 : at - 1))?.focus()
    else return
    event.preventDefault()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !search.contains(target)) popup.hidden = true
  })
  search.hidden = false
}

function addCopyButton(block: Element): void {
  const text = block.textContent
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.className = 'small'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text).then(() => (button.textContent = 'Copied'))
  })
  block.append(button)
}

const search = document.querySelector<HTMLElement>('search')
const input = document.querySelector<HTMLInputElement>('#search')
const popup = document.querySelector<HTMLElement>('#found')
if (search !== null && input !== null && popup !== null) startSearch(search, input, popup)
// Browsers have no clipboard for a page off the loopback without https.
if (isSecureContext) for (const block of document.querySelectorAll('.block')) addCopyButton(block)
