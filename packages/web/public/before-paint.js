// Runs before anything is drawn, so that a chosen theme does not begin with a flash of the other one.
try {
  const { theme, language } = JSON.parse(localStorage.getItem('wachta.preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (language) document.documentElement.lang = language
} catch {
  // Without storage, or with something unreadable in it, the system decides.
}
