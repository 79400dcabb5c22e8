/*
 * json_limits.cc - the time of a JSON library of C or C++ to read a document and to write it: one process of tool/measure/json_limits.
 *
 *   json_limits                 prints each library that was compiled in: its name and version, one a line
 *   json_limits LIBRARY         answers commands from standard input, as tool/measure/json_rows.rb does:
 *     prepare KIND PATH         KIND: parse or generate; warms up, and finds how many calls make a sample
 *     go                        nanoseconds of processor time a call, over one sample
 *
 * HAVE_YYJSON, HAVE_SIMDJSON and HAVE_RAPIDJSON select the libraries.  Parsing makes the library's own document (DOM) and gives it
 * back; generating writes compact text from such a document.  Each library is used as its manual shows for speed: simdjson
 * keeps its parser and reads padded text, RapidJSON and simdjson keep the buffer they write to.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#ifdef HAVE_YYJSON
#include "yyjson.h"
#endif
#ifdef HAVE_SIMDJSON
#include "simdjson.h"
#endif
#ifdef HAVE_RAPIDJSON
#if defined(__AVX2__) || defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#endif

namespace {

[[noreturn]] void
fail(const std::string &why)
{
    std::cerr << "json_limits: " << why << '\n';
    std::exit(1);
}

struct Library {
    virtual ~Library() = default;
    /* Keep the text, and a document of it for generate(). */
    virtual void load(const std::string &text) = 0;
    /* Both return a size that depends on what was done, so that no compiler leaves the work out. */
    virtual size_t parse() = 0;
    virtual size_t generate() = 0;
};

#ifdef HAVE_YYJSON
struct Yyjson final : Library {
    std::string text;
    std::unique_ptr<yyjson_doc, void (*)(yyjson_doc *)> doc{nullptr, yyjson_doc_free};

    yyjson_doc *
    read() const
    {
        yyjson_doc *made = yyjson_read(text.data(), text.size(), YYJSON_READ_NOFLAG);
        if (made == nullptr) fail("yyjson refuses the document");
        return made;
    }
    void
    load(const std::string &given) override
    {
        text = given;
        doc.reset(read());
    }
    size_t
    parse() override
    {
        yyjson_doc *made = read();
        size_t size = yyjson_doc_get_read_size(made);
        yyjson_doc_free(made);
        return size;
    }
    size_t
    generate() override
    {
        size_t size = 0;
        char *written = yyjson_write(doc.get(), YYJSON_WRITE_NOFLAG, &size);
        if (written == nullptr) fail("yyjson does not write the document");
        std::free(written);
        return size;
    }
};
#endif

#ifdef HAVE_SIMDJSON
struct Simdjson final : Library {
    simdjson::dom::parser parser;
    simdjson::padded_string text;
    simdjson::dom::element root;
    simdjson::internal::string_builder<> out;

    size_t
    parse() override
    {
        if (parser.parse(text).get(root)) fail("simdjson refuses the document");
        return size_t(root.type());
    }
    void
    load(const std::string &given) override
    {
        text = simdjson::padded_string(given);
        parse();
    }
    size_t
    generate() override
    {
        out.clear();
        out.append(root);
        return out.str().size();
    }
};
#endif

#ifdef HAVE_RAPIDJSON
struct Rapidjson final : Library {
    std::string text;
    rapidjson::Document doc;
    rapidjson::StringBuffer out;

    void
    load(const std::string &given) override
    {
        text = given;
        read(doc);
    }
    void
    read(rapidjson::Document &into) const
    {
        /* Full precision, as all others have it. */
        into.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
        if (into.HasParseError()) fail("RapidJSON refuses the document");
    }
    size_t
    parse() override
    {
        rapidjson::Document made;
        read(made);
        return size_t(made.GetType());
    }
    size_t
    generate() override
    {
        out.Clear();
        rapidjson::Writer<rapidjson::StringBuffer> writer(out);
        if (!doc.Accept(writer)) fail("RapidJSON does not write the document");
        return out.GetSize();
    }
};
#endif

std::unique_ptr<Library>
library(const std::string &name)
{
#ifdef HAVE_YYJSON
    if (name == "yyjson") return std::make_unique<Yyjson>();
#endif
#ifdef HAVE_SIMDJSON
    if (name == "simdjson") return std::make_unique<Simdjson>();
#endif
#ifdef HAVE_RAPIDJSON
    if (name == "RapidJSON") return std::make_unique<Rapidjson>();
#endif
    fail("there is no " + name + " here");
}

void
print_libraries()
{
#ifdef HAVE_YYJSON
    std::cout << "yyjson " << YYJSON_VERSION_STRING << '\n';
#endif
#ifdef HAVE_SIMDJSON
    std::cout << "simdjson " << simdjson::SIMDJSON_VERSION_MAJOR << '.' << simdjson::SIMDJSON_VERSION_MINOR << '.'
              << simdjson::SIMDJSON_VERSION_REVISION << '\n';
#endif
#ifdef HAVE_RAPIDJSON
    std::cout << "RapidJSON " << RAPIDJSON_VERSION_STRING << '\n';
#endif
}

double
now_ns()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e9 + double(t.tv_nsec);
}

std::string
contents(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) fail("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

volatile size_t sink;

/* Nanoseconds of `times` calls. */
double
sample(Library &one, bool parse, long times)
{
    double from = now_ns();
    for (long i = 0; i < times; i++) sink = parse ? one.parse() : one.generate();
    return now_ns() - from;
}

/* So many calls that they take about sample_ns; the calls before warm caches and the library's buffers. */
long
calibrate(Library &one, bool parse, double sample_ns)
{
    long times = 1;
    double spent;
    while ((spent = sample(one, parse, times)) < sample_ns / 2) times *= 2;
    times = long(double(times) * sample_ns / spent);
    return times > 0 ? times : 1;
}

} // namespace

int
main(int argc, char **argv)
{
    if (argc < 2) {
        print_libraries();
        return 0;
    }
    const char *ms = std::getenv("JSON_TABLE_MS");
    const double sample_ns = (ms ? std::atof(ms) : 20) * 1e6;
    std::unique_ptr<Library> one;
    bool parse = false;
    long times = 1;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line == "go") {
            std::cout << sample(*one, parse, times) / double(times) << std::endl;
        } else if (line.rfind("prepare ", 0) == 0) {
            size_t space = line.find(' ', 8);
            parse = line.substr(8, space - 8) == "parse";
            one = library(argv[1]);
            one->load(contents(line.substr(space + 1)));
            times = calibrate(*one, parse, sample_ns);
            std::cout << times << std::endl;
        } else {
            fail("unknown command: " + line);
        }
    }
}
