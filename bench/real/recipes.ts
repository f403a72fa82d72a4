import { seeds } from './seeds.js';

/** How a library of Debian's is built, with any compiler, and fed. Paths are those of its unpacked source. */
export interface Recipe {
  readonly name: string;
  /** Debian's source packages: the library, then what it needs. */
  readonly packages: readonly string[];
  /** C files, with `*`; those of the second package begin with `1:`. A leading `!` leaves some out again. */
  readonly sources: readonly string[];
  readonly flags?: readonly string[];
  /** Files that the library's own build would make, by their path in the first package. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that are there under another name. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Run in the source's folder before it is compiled, with CC and CFLAGS set. */
  readonly before?: readonly string[];
  /** The longest input. */
  readonly size: number;
  /** Three small valid ones. */
  readonly seeds: readonly Buffer[];
  /** AFL++ is measured beside the others. */
  readonly afl?: true;
}

const sizes = [
  '-DSIZEOF_INT=__SIZEOF_INT__',
  '-DSIZEOF_LONG=__SIZEOF_LONG__',
  '-DSIZEOF_LONG_LONG=__SIZEOF_LONG_LONG__',
  '-DSIZEOF_VOIDP=__SIZEOF_POINTER__',
];
const headers = [
  'STDINT_H',
  'INTTYPES_H',
  'STRING_H',
  'STRINGS_H',
  'STDLIB_H',
  'UNISTD_H',
  'SYS_TYPES_H',
  'SYS_STAT_H',
].map((name) => `-DHAVE_${name}=1`);

/** The twenty, in the order of the issue that asked for them. */
export const recipes: readonly Recipe[] = [
  { name: 'cjson', packages: ['cjson'], sources: ['cJSON.c'], size: 64, seeds: seeds.json, afl: true },
  {
    name: 'jansson',
    packages: ['jansson'],
    sources: ['src/*.c'],
    flags: ['-Isrc', '-Iandroid', ...headers, '-DHAVE_CONFIG_H'],
    files: { 'src/jansson_private_config.h': '' },
    size: 64,
    seeds: seeds.json,
  },
  {
    name: 'libyaml',
    packages: ['libyaml'],
    sources: ['src/*.c'],
    flags: [
      '-Iinclude',
      '-DYAML_VERSION_MAJOR=0',
      '-DYAML_VERSION_MINOR=2',
      '-DYAML_VERSION_PATCH=5',
      '-DYAML_VERSION_STRING="0.2.5"',
    ],
    size: 64,
    seeds: seeds.yaml,
    afl: true,
  },
  {
    name: 'expat',
    packages: ['expat'],
    sources: ['expat/lib/xmlparse.c', 'expat/lib/xmlrole.c', 'expat/lib/xmltok.c'],
    flags: [
      '-Iexpat/lib',
      ...['XML_POOR_ENTROPY', 'XML_DTD', 'XML_NS', 'HAVE_MEMMOVE'].map((name) => `-D${name}=1`),
      '-DXML_CONTEXT_BYTES=1024',
      '-DBYTEORDER=1234',
    ],
    files: { 'expat/lib/expat_config.h': '' },
    size: 64,
    seeds: seeds.xml,
    afl: true,
  },
  {
    name: 'http-parser',
    packages: ['http-parser'],
    sources: ['http_parser.c'],
    size: 64,
    seeds: seeds.http,
    afl: true,
  },
  { name: 'libcsv', packages: ['libcsv'], sources: ['libcsv.c'], size: 64, seeds: seeds.csv },
  {
    name: 'giflib',
    packages: ['giflib'],
    sources: ['dgif_lib.c', 'gifalloc.c', 'gif_err.c', 'gif_hash.c', 'openbsd-reallocarray.c'],
    size: 128,
    seeds: seeds.gif,
  },
  {
    name: 'lua',
    packages: ['lua5.4'],
    sources: ['src/*.c', '!src/lua.c', '!src/luac.c'],
    // Else names of strings depend on the clock and on addresses.
    flags: ['-Isrc', '-Dluai_makeseed(state)=1'],
    files: { 'src/lua5.4-deb-multiarch.h': '#define DEB_HOST_MULTIARCH ""\n' },
    size: 64,
    seeds: seeds.lua,
    afl: true,
  },
  {
    name: 'mujs',
    packages: ['mujs'],
    sources: ['js*.c', 'regexp.c', 'utf.c'],
    size: 64,
    seeds: seeds.javascript,
    afl: true,
  },
  {
    name: 'libpng',
    packages: ['libpng1.6', 'zlib'],
    sources: [
      ...['png.c', 'pngerror.c', 'pngget.c', 'pngmem.c', 'pngpread.c', 'pngread.c', 'pngrio.c', 'pngrtran.c'],
      ...['pngrutil.c', 'pngset.c', 'pngtrans.c', 'pngwio.c', 'pngwrite.c', 'pngwtran.c', 'pngwutil.c'],
      ...['adler32', 'crc32', 'deflate', 'inffast', 'inflate', 'inftrees', 'trees', 'zutil'].map(
        (name) => `1:${name}.c`,
      ),
    ],
    flags: ['-I1:', '-DPNG_ARM_NEON_OPT=0', '-DPNG_INTEL_SSE_OPT=0'],
    copies: { 'pnglibconf.h': 'scripts/pnglibconf.h.prebuilt' },
    size: 128,
    seeds: seeds.png,
    afl: true,
  },
  {
    name: 'lz4',
    packages: ['lz4'],
    sources: ['lib/lz4.c', 'lib/lz4frame.c', 'lib/lz4hc.c', 'lib/xxhash.c'],
    flags: ['-Ilib'],
    size: 64,
    seeds: seeds.lz4,
  },
  {
    name: 'mxml',
    packages: ['mxml'],
    sources: ['mxml-*.c'],
    flags: ['-D_GNU_SOURCE'],
    before: ['./configure --disable-shared --disable-threads'],
    size: 64,
    seeds: seeds.xml,
  },
  {
    name: 'pcre2',
    packages: ['pcre2'],
    sources: [
      'src/pcre2_*.c',
      ...['dftables', 'fuzzsupport', 'jit_match', 'jit_misc', 'jit_test', 'printint', 'ucptables'].map(
        (name) => `!src/pcre2_${name}.c`,
      ),
    ],
    flags: ['-Isrc', '-DHAVE_CONFIG_H', '-DPCRE2_CODE_UNIT_WIDTH=8', '-DSUPPORT_UNICODE', '-DPCRE2_STATIC'],
    copies: {
      'src/config.h': 'src/config.h.generic',
      'src/pcre2.h': 'src/pcre2.h.generic',
      'src/pcre2_chartables.c': 'src/pcre2_chartables.c.dist',
    },
    size: 64,
    seeds: seeds.pattern,
    afl: true,
  },
  {
    name: 'libmagic',
    packages: ['file'],
    sources: [
      ...['apprentice', 'apptype', 'ascmagic', 'buffer', 'cdf', 'cdf_time', 'compress', 'der', 'encoding', 'fsmagic'],
      ...['fmtcheck', 'funcs', 'is_csv', 'is_json', 'is_tar', 'magic', 'print', 'readcdf', 'readelf', 'softmagic'],
      ...['strlcat', 'strlcpy'],
    ].map((name) => `src/${name}.c`),
    flags: ['-I.', '-Isrc', '-DHAVE_CONFIG_H', '-DMAGIC="magic"'],
    before: [
      './configure --disable-shared --disable-libseccomp --disable-zlib --disable-bzlib --disable-xzlib --disable-zstdlib --disable-lzlib',
      'make -C src -k magic.h file',
      'src/file -C -m small',
      // A table for C, by what every system has.
      `{ echo 'static unsigned char small_magic[] = {'; od -An -v -tu1 small.mgc | sed 's/  */,/g; s/^,//; s/$/,/'; echo '};'; } > src/small-magic.h`,
    ],
    files: { small: seeds.magicFile },
    size: 128,
    seeds: seeds.magic,
  },
  {
    name: 'jq',
    packages: ['jq'],
    sources: ['jv', 'jv_alloc', 'jv_aux', 'jv_dtoa', 'jv_parse', 'jv_print', 'jv_unicode', 'memmem'].map(
      (name) => `src/${name}.c`,
    ),
    flags: ['-Isrc', '-D_GNU_SOURCE', '-DIEEE_8087=1', '-DHAVE_MEMMEM=1'],
    // In its own util.c it comes with the rest of the program.
    files: {
      'src/memmem.c':
        '#include <string.h>\nconst void *_jq_memmem(const void *in, size_t size, const void *what, size_t length) {\n  return memmem(in, size, what, length);\n}\n',
    },
    size: 64,
    seeds: seeds.json,
  },
  {
    name: 'libxml2',
    packages: ['libxml2'],
    sources: [
      ...[
        'SAX',
        'SAX2',
        'buf',
        'chvalid',
        'dict',
        'encoding',
        'entities',
        'error',
        'globals',
        'hash',
        'list',
        'parser',
      ],
      ...['parserInternals', 'threads', 'tree', 'uri', 'valid', 'xlink', 'xmlIO', 'xmlmemory', 'xmlregexp', 'xmlsave'],
      ...['xmlstring', 'xmlunicode', 'xpath', 'pattern', 'xmlreader', 'xinclude', 'xpointer', 'catalog', 'debugXML'],
      ...['HTMLparser', 'HTMLtree', 'legacy', 'c14n', 'xmlwriter', 'xmlmodule', 'relaxng', 'xmlschemas', 'schematron'],
      ...['xmlschemastypes', 'nanohttp', 'nanoftp'],
    ].map((name) => `${name}.c`),
    flags: ['-I.', '-Iinclude', '-DHAVE_CONFIG_H'],
    before: [
      './configure --disable-shared --without-threads --without-zlib --without-lzma --without-python --without-iconv --without-icu --without-ftp --without-http --without-modules',
    ],
    size: 64,
    seeds: seeds.xml,
  },
  {
    name: 'oniguruma',
    packages: ['libonig'],
    sources: ['reg*.c', 'unicode*.c', 'utf8.c', 'ascii.c', 'st.c', 'onig_init.c']
      .map((name) => `src/${name}`)
      .concat(
        [
          'regposix',
          'regposerr',
          'reggnu',
          'unicode_egcb_data',
          'unicode_fold_data',
          'unicode_property_data',
          'unicode_property_data_posix',
          'unicode_wb_data',
        ].map((name) => `!src/${name}.c`),
      ),
    flags: ['-Isrc', ...sizes, ...headers, '-DHAVE_ALLOCA_H=1'],
    files: { 'src/config.h': '' },
    size: 64,
    seeds: seeds.pattern,
  },
  {
    name: 'cmark',
    packages: ['cmark'],
    sources: ['src/*.c', '!src/main.c'],
    flags: ['-Isrc'],
    files: {
      'src/config.h':
        '#define HAVE_STDBOOL_H\n#define HAVE___BUILTIN_EXPECT\n#define HAVE___ATTRIBUTE__\n#define CMARK_ATTRIBUTE(x) __attribute__(x)\n#include <stdbool.h>\n#define CMARK_INLINE inline\n',
      'src/cmark_export.h': '#define CMARK_EXPORT\n',
      'src/cmark_version.h': '#define CMARK_VERSION 0\n#define CMARK_VERSION_STRING ""\n',
    },
    size: 64,
    seeds: seeds.markdown,
    afl: true,
  },
  {
    name: 'libconfig',
    packages: ['libconfig'],
    sources: ['lib/*.c'],
    flags: ['-Ilib', ...headers, '-DHAVE_CONFIG_H'],
    files: { 'lib/ac_config.h': '' },
    size: 64,
    seeds: seeds.settings,
  },
  {
    name: 'libplist',
    packages: ['libplist'],
    sources: ['src/*.c', 'libcnary/node.c', 'libcnary/node_list.c'],
    flags: [
      '-Iinclude',
      '-Isrc',
      '-Ilibcnary/include',
      ...headers,
      '-D_GNU_SOURCE',
      '-DHAVE_MEMMEM=1',
      '-DHAVE_CONFIG_H',
    ],
    files: { 'src/config.h': '' },
    size: 128,
    seeds: seeds.plist,
  },
];
