// The functions that fmt's headers only declare, compiled once for the whole library, as fmt's own src/format.cc does.
//
// A static library must not ask its users for libfmt, and Debian has no static one. With FMT_HEADER_ONLY every unit
// would compile these functions again, at three seconds each. cmake/SpoilsDependencies.cmake gives fmt a namespace of
// ours, so that a program may link its own fmt, of any version, beside the library.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto dragonbox::to_decimal(float value) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double value) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API locale_ref::locale_ref(const std::locale& locale);
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
template FMT_API auto thousands_sep_impl(locale_ref locale) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref locale) -> char;
template FMT_API void buffer<char>::append(const char* begin, const char* end);
template FMT_API void vformat_to(buffer<char>& out, string_view format,
                                 basic_format_args<FMT_BUFFER_CONTEXT(char)> values, locale_ref locale);

}  // namespace detail
FMT_END_NAMESPACE
