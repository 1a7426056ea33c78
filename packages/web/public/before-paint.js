// Runs before anything is drawn, so that a chosen look does not begin with a flash of another one.
try {
  const { theme, language, density } = JSON.parse(localStorage.getItem('wachta.preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (density === 'compact') document.documentElement.dataset.density = density
  if (language) document.documentElement.lang = language
} catch {
  // Without storage, or with something unreadable in it, the system decides.
}
