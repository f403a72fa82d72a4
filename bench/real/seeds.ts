/** Small valid inputs, ours: three for each kind of text. */
const texts = (...all: readonly string[]): Buffer[] => all.map((text) => Buffer.from(text));
const bytes = (...all: readonly string[]): Buffer[] => all.map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex'));

export const seeds = {
  json: texts('{"name": "west", "ports": [80, 443]}', '[1.5e3, true, null, "a\\u00e9\\n"]', '{"a": {"b": []}}'),
  yaml: texts('name: west\nports:\n  - 80\n  - 443\n', '[a, {b: c}, "d\\n"]\n', '--- !!str &x |\n  text\n...\n'),
  xml: texts('<a b="1"><c/>text</a>', '<?xml version="1.0"?><r><!-- n --></r>', '<a>&lt;<![CDATA[x]]></a>'),
  http: texts(
    'GET /a?b=1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ),
  // The first byte chooses options.
  csv: texts('\0a,b,c\n1,2,3\n', '\0"quoted ""text""",x\r\n', '\x04 a , b \n\n"c"\n'),
  gif: bytes(
    '47494638396101000100800000000000ffffff2c00000000010001000002024401003b',
    '47494638376101000100800100ff0000000000 2c 00000000 01000100 00 02 02 4401 00 3b',
    '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
  ),
  lua: texts('local a = 1 + 2 * 3\nreturn a', 'for i = 1, 3 do f(i, "x") end', 'function t.m(a, ...) return #a end'),
  javascript: texts(
    'var a = 1 + 2 * 3;',
    'for (i = 0; i < 3; ++i) f(i, "x");',
    'function g(a) { return /x+/.test(a) }',
  ),
  // One pixel each: grey, a palette, colours with a text.
  png: bytes(
    '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c636800000082008177cd72b60000000049454e44ae426082',
    '89504e470d0a1a0a0000000d494844520000000100000001080300000028cb34bb00000003504c5445ff000019e209370000000a49444154789c636000000002000148afa4710000000049454e44ae426082',
    '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000374455874610062dc49a23b0000000c49444154789c636064620600000e0007d76fe4780000000049454e44ae426082',
  ),
  // Frames: stored, compressed, empty.
  lz4: bytes(
    '04224d186040820500008068656c6c6f00000000',
    '04224d186440a70b0000001f6101000850616161616200000000e064c2b1',
    '04224d186440a700000000055dcc02',
  ),
  pattern: texts('a(b|c)*d+', '^[a-z0-9_]+\\s*(?:x{2,3})$', '(?<n>a.)\\k<n>(?=b)'),
  magic: [
    ...texts('#!/bin/sh\necho one\n', '{"a": [1, 2]}\n'),
    ...bytes('7f454c46 02010100 0000000000000000 0200 3e00 01000000 0000000000000000 4000000000000000'),
  ],
  /** What libmagic is to look for. */
  magicFile: [
    '0\tstring\t\\177ELF\tELF',
    '>4\tbyte\t1\t32 bits',
    '>4\tbyte\t2\t64 bits',
    '>>16\tleshort\t2\texecutable',
    '0\tstring/w\t#!\\ /bin/sh\tshell script',
    '0\tbelong\t0x89504e47\tPNG image',
    '>16\tbelong\tx\t%d x',
    '0\tregex/1l\t^[a-z]+=[0-9]+\tsettings',
    '0\tsearch/32\tLIBMAGIC\tfound',
    '0\tleshort&0xfff0\t0x1230\tmasked',
    '>(2.s)\tubyte\t>9\tindirect',
    '',
  ].join('\n'),
  markdown: texts('# One\n\ntext *em* `code`\n', '- a\n- b\n\n> [l](u "t")\n', '```x\ncode\n```\n&amp; <b>\n'),
  settings: texts(
    'name = "west"; size = 8;',
    'pool: { load = 2.5; on = true; };',
    'a = [1, 2]; b = (1, "x", { c = 0x1F; });',
  ),
  plist: [
    ...texts(
      '<plist version="1.0"><dict><key>a</key><integer>1</integer></dict></plist>',
      '<plist><array><string>x</string><true/><data>AQI=</data></array></plist>',
    ),
    ...bytes('62706c6973743030d1010251611001080b0d000000000000010100000000000000030000000000000000000000000000000f'),
  ],
};
