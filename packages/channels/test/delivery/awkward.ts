/** Texts that software on the way to the reader could reject, damage, or interpret as markup or commands. */
export const awkward: readonly string[] = [
  // Line ends, and texts that could begin a header or a command.
  ...['a\r\nb', 'a\nb', 'a\rb', '\n\na\n\n', 'a\u2028b', 'a\u2029b', 'a\u0085b', 'a\tb', 'a\vb\fc'],
  ...['a\r\nBcc: all@example.com', 'a\r\n.\r\nMAIL FROM:<b@example.com>', '.', '..', '-- \nb', 'a\r\n\r\n<b>c</b>'],
  // Quotes, escapes and the syntax of programming languages.
  ...['"', "'", '`', '\\', '\\n', '\\u0041', '"}]}', '\\"', "'; drop table notification; --", '%00%0d%0a', '%s%n%d'],
  ...['$HOME', '$(id)', '{{service_name}}', '{{{a}}}', '<%= 7 * 7 %>', '#{7*7}', '&amp;', '&lt;b&gt;', '&#10;'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', ']]>', '<!--', '<?xml version="1.0"?>', '</body>'],
  // Mentions and markup in chats.
  ...['@everyone', '@here', '@all', '@channel', '<!channel>', '<!here|here>', '<@U024BE7LH>', '<#C024BE7LR|general>'],
  ...[
    '<@&123456789012345678>',
    '<at>everyone</at>',
    '*a* _b_ ~c~ `d`',
    '**a** __b__ ~~c~~',
    '[a](javascript:alert(1))',
  ],
  ...[
    '<https://example.com|our bank>',
    '# a',
    '> a',
    '- a\n- b',
    '1. a',
    '| a | b |\n|---|---|',
    '```\na\n```',
    ':fire:',
  ],
  ...['/me leaves', '!room', '#duty', 'https://example.com/?a=b&c=d#e'],
  // Other scripts and directions, and characters that consist of several code points.
  ...[
    'Zażółć gęślą jaźń',
    'ŻÓŁĆ „a” – b…',
    'مرحبا بالعالم',
    'שלום עולם',
    'a\u202eb\u202cc',
    '\u2067a\u2069',
    '日本語のテキスト',
  ],
  ...['Привет, мир', 'ไทย', '한국어', '😀', '👩‍👩‍👧‍👦 🏳️‍🌈', '🇵🇱', 'e\u0301', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙a͚̯̖͙l̼g̖o̴', '𝕬𝖇𝖈', '\u200b\u200d\ufeff'],
  // Control characters and noncharacters.
  ...['a\u0000b', '\u0001\u0002\u001b[31m', '\u007f', 'a\u009bb', '\ufffd', '\uffff'],
  // Texts that look like values of other types.
  ...[
    'null',
    'undefined',
    'true',
    '0',
    '-1',
    '1e309',
    'NaN',
    '[]',
    '{}',
    '=1+1',
    '+48600100200',
    ' a ',
    'a'.repeat(300),
  ],
]
